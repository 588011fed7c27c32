# Installing packages on Debian and its like. For scripts to read with `.`

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
    patient_apt_get install -y --no-install-recommends "$@"
}

# Say what apt-get said last, and give up.
fail() {
    echo "$said" >&2
    exit 1
}
