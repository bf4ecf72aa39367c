# Sourced by the measuring scripts, in the folder of the sets: `unpack SET|SET/FILE ...` leaves the programs of these sets under $programs, each in its
# set's folder, and their names in the array `files`. Those of older sets are kept as xz, to stay small.
benchmarks=$(cd ../.. && pwd)
programs=$(mktemp -d)
unpack() {
    local source plain wanted=()
    files=()
    for source; do [ -e "$source" ] || source+=.xz; wanted+=("$source"); done
    while read -r source; do
        plain=${source%.xz}
        mkdir -p "$programs/$(dirname "$plain")"
        if [[ $source == *.xz ]]; then xz -dc "$source" >"$programs/$plain"; else cp "$source" "$programs/$plain"; fi
        files+=("$plain")
    done < <(find "${wanted[@]}" -maxdepth 1 -regex '.*\.\(cu\|py\)\(\.xz\)?' | sort)
}
