#!/bin/sh
# Install the browser of the browser tests: on Debian and its like Chromium's headless shell, in which
# they take half as long as in the whole Chromium; if it can't be had, any Chromium will do.
set -eu

command -v chromium-headless-shell >/dev/null && exit 0
root=$([ "$(id -u)" -eq 0 ] || echo sudo)

# Run apt-get; where another package manager is at work, wait for it, up to ten minutes. By itself
# apt-get waits for dpkg's locks only, not for those of its own lists and archives.
patient_apt_get() {
    for _ in $(seq 60); do
        said=$($root env LC_ALL=C apt-get -qq -o DPkg::Lock::Timeout=600 "$@" 2>&1) && return
        case $said in *"Could not get lock"*) sleep 10 ;; *) break ;; esac
    done
    return 1
}

install() {
    patient_apt_get install -y --no-install-recommends "$1" fonts-liberation
}

some_chromium() {
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null
}

if patient_apt_get update; then
    install chromium-headless-shell || some_chromium || install chromium && exit 0
fi
some_chromium && exit 0
echo "$said" >&2
exit 1
