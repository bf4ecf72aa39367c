#!/usr/bin/env bash
# Counts what each launch of the measured programs executed, by opcode: what a binary report holds and a raw page prints only on demand.
#
#   benchmarks/advice/measure_opcodes.sh OUT [SET|SET/FILE.cu|SET/FILE.py ...]     environment: ARCH=sm_90a  LAUNCHES=110 (a program's, at most)  JOBS=6
#
# Wants what measure.sh wants. Leaves in OUT a raw page (xz) a program. Instructions are counted by patching the code, without the GPU's
# counters, so that programs run side by side; ncu's own lock is in TMPDIR, of which each has one.
set -uo pipefail
out=${1:?usage: measure_opcodes.sh OUT [SET|SET/FILE.cu ...]}; shift
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
cd "$(dirname "${BASH_SOURCE[0]}")/sets" || exit 2
[ $# -gt 0 ] || set -- *
source ../unpack.sh && unpack "$@" && cd "$programs" || exit 2
trap 'rm -rf "$programs"' EXIT
export out benchmarks ARCH=${ARCH:-sm_90a} LAUNCHES=${LAUNCHES:-110}

count() {
    local file=$1 name only='regex:^(?!harness_)'
    name=$(basename "${file%.*}")
    export TMPDIR; TMPDIR=$(mktemp -d)
    if [[ $file == *.py ]]; then
        printf '#!/bin/sh\nexec python3 "%s/%s" "$@"\n' "$PWD" "$file" >"$TMPDIR/program" && chmod +x "$TMPDIR/program"
        # Frameworks fill their inputs with kernels of their own: only the cases count there.
        only="regex:^($("$TMPDIR/program" list | sed 's,[0-9]*$,,' | sort -u | paste -sd '|'))"
    else
        nvcc -arch="$ARCH" -O3 -std=c++17 -lineinfo -I"$benchmarks" -o "$TMPDIR/program" "$file" 2>"$TMPDIR/log" || { echo "build failed: $file"; return 1; }
    fi
    timeout 300 ncu -f --metrics sass__inst_executed_per_opcode_with_modifier_all --clock-control none --kernel-name "$only" --launch-count "$LAUNCHES" \
        -o "$TMPDIR/report" "$TMPDIR/program" profile >"$TMPDIR/log" 2>&1 || { echo "failed: $file"; tail -n 3 "$TMPDIR/log"; return 1; }
    ncu --import "$TMPDIR/report.ncu-rep" --csv --page raw --print-metric-instances details | xz -6 >"$out/$name.opcodes.raw.csv.xz"
    rm -r "$TMPDIR"
}
export -f count
# What fails when many start at once is counted again.
printf "%s\n" "${files[@]}" | xargs -P "${JOBS:-6}" -I{} bash -c "count {} || count {}"
echo "counted in $SECONDS s"
