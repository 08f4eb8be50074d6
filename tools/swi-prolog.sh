#!/usr/bin/env bash
# Install SWI-Prolog and janus-swi, its Python interface, into a virtual environment.
#
#     bash tools/swi-prolog.sh [VENV]      default: $VIRTUAL_ENV, else .venv
#
# A swipl on PATH that is new enough is used as it is. Otherwise, on Debian and Ubuntu, this unpacks
# the distribution's packages into VENV/swi-prolog, without root, and VENV/bin/swipl runs them.
# Elsewhere it says what to do. In either case VENV/swi-prolog/home is the home of the SWI-Prolog
# that janus-swi is built against. janus-swi starts that one in every program, unless SWI_HOME_DIR
# names another. If everything is in place, nothing happens; after an interruption, run it again.
# VENV/swi-prolog.log has the output of apt-get and pip.
set -euo pipefail

needed=9.1.12 # what janus-swi asks for, and the same as SWI-Prolog writes it
needed_number=90112
later="check the network and run this again"
os_release=${OS_RELEASE_FILE:-/etc/os-release} # the tests replace these two
keyrings=${KEYRINGS_DIR:-/usr/share/keyrings}

main() {
    venv=${1:-${VIRTUAL_ENV:-.venv}}
    [ -x "$venv/bin/python" ] ||
        die "$venv is not a virtual environment; make one: python3 -m venv $venv"
    venv=$(cd "$venv" && pwd)
    python=$venv/bin/python
    prefix=$venv/swi-prolog
    part=$venv/swi-prolog.part # the prefix is built here, and moved when it works
    log=$venv/swi-prolog.log

    if works; then
        say "nothing to do: $venv has SWI-Prolog and janus-swi"
        return
    fi
    lock
    trap 'rm -rf "$part"' EXIT # also when it is interrupted
    : > "$log"
    if swipl=$(own_swipl); then
        use_own
    else
        get_swipl
    fi
    require_compiler
    say "building janus-swi against $swipl"
    install_janus
    name_home
    if ! works; then
        start_janus >> "$log" 2>&1 || die "janus-swi was built, but does not start; $log says why"
    fi
    say "done: $venv has SWI-Prolog and janus-swi"
}

say() { echo "swi-prolog.sh: $1"; }

# The error, and below it the commands to use instead.
die() {
    echo "swi-prolog.sh: $1" >&2
    shift
    [ $# = 0 ] || printf '    %s\n' "$@" >&2
    exit 1
}

works() {
    [ ! -d "$prefix" ] || [ -e "$prefix/home/boot.prc" ] || return 1
    [ ! -e "$prefix/swipl" ] || [ -x "$venv/bin/swipl" ] || return 1
    start_janus > /dev/null 2>&1
}

# As any program does, which knows nothing of a home.
start_janus() {
    (unset SWI_HOME_DIR && "$python" -c "
import janus_swi
version = janus_swi.query_once('current_prolog_flag(version, V)')['V']
raise SystemExit(version < $needed_number)")
}

# The lock goes when the process does, so it is never left behind. (macOS has no flock.)
lock() {
    exec 9< "$venv"
    ! command -v flock > /dev/null || flock -n 9 ||
        die "this is already running for $venv; wait for it"
}

# The first swipl on PATH that is not the private one, if it is new enough.
own_swipl() {
    local candidate
    while IFS= read -r candidate; do
        [ "$candidate" -ef "$prefix/swipl" ] && continue
        new_enough "$candidate" && echo "$candidate"
        return
    done < <(PATH=$venv/bin:$PATH && type -aP swipl)
    return 1
}

new_enough() {
    local number
    number=$(runtime_variable "$1" PLVERSION) && [ "${number:-0}" -ge "$needed_number" ]
}

runtime_variable() {
    "$1" --dump-runtime-variables 2> /dev/null | sed -n "s/^$2=\"\(.*\)\";\$/\1/p"
}

# Only the home: without it janus-swi takes that of the first swipl on PATH, maybe another one then.
use_own() {
    [ "$(readlink "$venv/bin/swipl")" != ../swi-prolog/swipl ] || rm "$venv/bin/swipl"
    rm -rf "$prefix"
    mkdir "$prefix"
    ln -s "$(runtime_variable "$swipl" PLBASE)" "$prefix/home"
}

get_swipl() {
    local suite version
    suite=$(archive)
    [ -n "$suite" ] || explain_elsewhere
    require_compiler # before the download, which would be for nothing
    rm -rf "$part"
    say "reading the package lists of $suite"
    use_archive "$suite"
    version=$(archive_version)
    if dpkg --compare-versions "$version" ge "$needed"; then
        say "unpacking SWI-Prolog $version into $prefix"
        unpack swi-prolog-core swi-prolog-core-packages
        arrange_prefix
        rm -rf "$prefix" && mv "$part/prefix" "$prefix"
        swipl=$venv/bin/swipl
        ln -sfn ../swi-prolog/swipl "$swipl"
    else
        install_from_ppa "$suite has SWI-Prolog ${version:-of no version}, and $needed is needed"
        swipl=$(own_swipl) || die "swi-prolog was installed, but is not on PATH or too old"
        use_own
    fi
}

archive_version() {
    private_apt apt-cache show swi-prolog-core | sed -n 's/^Version: //p' | sort -V | tail -n 1 ||
        true # none
}

# What kind of machine this is: conda, a kernel other than Linux, or a distribution.
system() {
    if [ -d "$venv/conda-meta" ]; then
        echo conda
    elif [ "$(uname -s)" != Linux ]; then
        uname -s
    elif [ -n "$(release UBUNTU_CODENAME)" ]; then
        echo ubuntu # or made from it
    else
        release ID
    fi
}

# shellcheck disable=SC1090 # the file is known at run time only
release() { [ ! -r "$os_release" ] || (. "$os_release" && echo "${!1:-}"); }

codename() {
    local name
    name=$(release UBUNTU_CODENAME)
    echo "${name:-$(release VERSION_CODENAME)}"
}

# The suite of Debian's or Ubuntu's archive to take SWI-Prolog from, or nothing.
archive() {
    case "$(system) $(release VERSION_ID)" in
        "debian 10" | "debian 11") ;; # their C library is too old for newer packages
        "debian 12") echo trixie ;;   # has 9.0.4, and libraries that Debian 13's packages can use
        "debian "* | "ubuntu "*) codename ;;
    esac
}

require_compiler() {
    local compiler include version command="install both with the package manager of this machine"
    compiler=${CC:-$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("CC"))')}
    include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    # shellcheck disable=SC2086 # it may come with options
    echo '#include <Python.h>' | $compiler -E -I"$include" -x c - > /dev/null 2>> "$log" && return
    case "$(system)" in
        debian | ubuntu) command="as root: apt-get install gcc libc6-dev python$version-dev" ;;
        fedora) command="as root: dnf install gcc python3-devel" ;;
        Darwin) command="xcode-select --install" ;;
    esac
    die "janus-swi needs a C compiler (${compiler%% *}) and Python.h of Python $version; $command"
}

# apt in a directory of its own: without the lists, hooks, pinning and state of the machine.
private_apt() { (cd "$part" && APT_CONFIG=$part/apt.conf LC_ALL=C "$@" 2>> "$log"); }

use_archive() {
    local suite=$1 distribution keyring mirrors mirror components=main package=debian-archive-keyring
    distribution=$(system)
    [ "$distribution" = debian ] || { components="main universe" && package=ubuntu-keyring; }
    keyring=$keyrings/$distribution-archive-keyring.gpg
    [ -r "$keyring" ] || die "$keyring is missing; as root: apt-get install $package"
    mkdir -p "$part"/{prefix,etc/apt/{apt.conf.d,preferences.d}} \
        "$part"/var/{lib/apt/lists,cache/apt/archives}/partial
    : > "$part/status"
    {
        apt-config dump Acquire | grep -v -E '^Acquire::(IndexTargets|Languages)' || true # proxies
        echo "Dir \"$part\"; Dir::State::status \"$part/status\"; Acquire::Languages \"none\";"
        echo 'Acquire::AllowInsecureRepositories "false"; APT::Update::Error-Mode "any";'
    } > "$part/apt.conf"
    mirrors=$(own_mirrors "$distribution")
    [ -n "$mirrors" ] || die "apt's configuration has no mirror of $(codename) to take it from"
    for mirror in $mirrors; do
        echo "deb [signed-by=$keyring] $mirror $suite $components" > "$part/etc/apt/sources.list"
        private_apt apt-get -qq update && return
    done
    die "cannot read the package lists of $suite ($(first_error)); $later"
}

# The mirrors of the machine's own release in apt's configuration. Third-party archives may use the
# same code name, so the origin counts too; where there are no lists yet, nothing knows the origin.
own_mirrors() {
    apt_mirrors "Codename: $(codename)" "Origin: ${1^}" | sed -n 1p
    apt_mirrors --no-release-info "Release: $(codename)"
}

apt_mirrors() {
    # shellcheck disable=SC2016 # apt-get replaces $(REPO_URI)
    apt-get -o Dir::Cache::pkgcache="" -o Dir::Cache::srcpkgcache="" indextargets \
        --format '$(REPO_URI)' "Created-By: Packages" "$@" 2>> "$log" |
        sed '/^cdrom:/d' | sort -u
}

# Where pip reports a compiler's error, the compiler's message.
first_error() {
    grep -m 1 -E '^E:|: (fatal )?error:' "$log" || grep -m 1 -E '^ *(error|ERROR):' "$log" ||
        tail -n 1 "$log"
}

unpack() {
    local file
    private_apt apt-get -qq download "$@" ||
        die "cannot download $* ($(first_error)); $later"
    for file in "$part"/*.deb; do
        dpkg -x "$file" "$part/prefix" 2>> "$log" || die "cannot unpack $file ($(first_error))"
        rm "$file"
    done
}

# Make the unpacked files work where they are.
arrange_prefix() {
    local root=$part/prefix
    ln -s "$(cd "$root" && dirname usr/lib/*/libswipl.so)" "$root/lib" # whatever the architecture
    ln -s usr/lib/swi-prolog "$root/home"
    cat > "$root/swipl" << 'END'
#!/bin/sh
# Runs the SWI-Prolog beside this file.
here=$(dirname "$(readlink -f "$0")")
export SWI_HOME_DIR="$here/home" LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$here/usr/bin/swipl" "$@"
END
    chmod +x "$root/swipl"
    # Only the program needs this one. Like the C library, it must be of the machine's release.
    if [[ $(ldd "$root/usr/bin/swipl") == *"libtcmalloc_minimal.so.4 => not found"* ]]; then
        use_archive "$(codename)"
        unpack "$(private_apt apt-cache pkgnames libtcmalloc-minimal4 | sort | tail -n 1)"
    fi
    # What the package would do once installed.
    "$root/swipl" -q -g "make_library_index(swi(library))" -t halt >> "$log" 2>&1 ||
        die "the SWI-Prolog from the archive does not run here ($(tail -n 1 "$log"))"
    # Here the extension looks for the library; without this it would need LD_LIBRARY_PATH.
    ln -sr "$root"/lib/libswipl.so* "$(runtime_variable "$root/swipl" PLLIBDIR)"
}

# SWI-Prolog's own archive, for Ubuntu releases with an old one. This changes the system.
install_from_ppa() {
    local sudo="sudo " step
    local steps=(
        "add-apt-repository -y ppa:swi-prolog/stable"
        "apt-get update"
        "apt-get install -y swi-prolog"
    )
    [ "$(system)" = ubuntu ] || die "$1"
    [ "$(id -u)" != 0 ] || sudo=""
    if ! command -v add-apt-repository > /dev/null || ! ${sudo:+sudo -n} true 2> /dev/null; then
        steps=("apt-get install -y software-properties-common" "${steps[@]}")
        die "$1; run these, and then this again:" "${steps[@]/#/$sudo}"
    fi
    for step in "${steps[@]}"; do
        say "$sudo$step"
        # shellcheck disable=SC2086 # a step is a command with its arguments
        DEBIAN_FRONTEND=noninteractive ${sudo:+sudo -n} $step >> "$log" 2>&1 ||
            die "$sudo$step failed; $log says why"
    done
}

explain_elsewhere() {
    local command
    case "$(system)" in
        Darwin) command="brew install swi-prolog" ;;
        fedora) command="sudo dnf install pl" ;;
        arch) command="sudo pacman -S swi-prolog" ;;
        *) command="conda install -c conda-forge swi-prolog" ;;
    esac
    die "no swipl $needed or newer on PATH; get one, or else build one, and run this again:" \
        "$command" \
        "" \
        "git clone --branch V9.2.9 --depth 1 https://github.com/SWI-Prolog/swipl-devel" \
        "cd swipl-devel" \
        "cmake -B build -DSWIPL_PACKAGES=OFF -DCMAKE_INSTALL_PREFIX='$venv'" \
        "cmake --build build && cmake --install build"
}

# Never a wheel that was built before: it would be linked to another SWI-Prolog. The headers of
# SWI-Prolog 9 are not C23, which is the default of gcc 15.
install_janus() {
    "$python" -m pip --version > /dev/null 2>&1 ||
        die "$venv has no pip; give it one: $python -m ensurepip"
    SWIPL=$swipl CFLAGS="-std=gnu17 ${CFLAGS:-}" "$python" -m pip install --quiet --no-cache-dir \
        --no-binary janus-swi --force-reinstall --no-deps "janus-swi>=1.5" >> "$log" 2>&1 ||
        die "cannot build janus-swi ($(first_error)); $log says more"
}

# The library would look for a home where its own package puts it, find none, and abort the program.
name_home() {
    "$python" -c "
import sys
from importlib.util import find_spec
from pathlib import Path

package = Path(find_spec('janus_swi').origin)
named = f\"import os\n\nos.environ.setdefault('SWI_HOME_DIR', {sys.argv[1]!r})\n\"
package.write_text(named + package.read_text())" "$prefix/home" 2>> "$log" ||
        die "janus-swi was built, but cannot be found; $log says why"
}

main "$@"
