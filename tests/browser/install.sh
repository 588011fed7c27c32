#!/bin/sh
# Install Chromium, which the browser tests drive, unless there is one: on Debian and its like.
set -eu

command -v chromium >/dev/null || command -v chromium-browser >/dev/null && exit 0
root=$([ "$(id -u)" -eq 0 ] || echo sudo)

# Run apt-get; where another package manager is at work, wait for it, up to ten minutes. By itself
# apt-get waits for dpkg's locks only, not for those of its own lists and archives.
patient_apt_get() {
    for _ in $(seq 60); do
        said=$($root env LC_ALL=C apt-get -qq -o DPkg::Lock::Timeout=600 "$@" 2>&1) && return
        case $said in *"Could not get lock"*) sleep 10 ;; *) break ;; esac
    done
    echo "$said" >&2
    return 1
}

patient_apt_get update
patient_apt_get install -y --no-install-recommends chromium fonts-liberation
