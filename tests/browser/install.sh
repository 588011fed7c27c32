#!/bin/sh
# Install Chromium, which the browser tests drive, unless there is one: on Debian and its like.
set -eu

command -v chromium >/dev/null || command -v chromium-browser >/dev/null && exit 0
root=$([ "$(id -u)" -eq 0 ] || echo sudo)
$root apt-get update -qq
$root apt-get install -y -qq --no-install-recommends chromium fonts-liberation >/dev/null
