#!/bin/sh
# Install the browser of the browser tests: on Debian and its like Chromium's headless shell, in which
# they take half as long as in the whole Chromium; if it can't be had, any Chromium will do.
set -eu

command -v chromium-headless-shell >/dev/null && exit 0
. "${0%/*}/../apt.sh"

some_chromium() {
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null
}

if patient_apt_get update; then
    install chromium-headless-shell fonts-liberation || some_chromium ||
        install chromium fonts-liberation && exit 0
fi
some_chromium || fail
