#!/usr/bin/env bash
# A tail sweep: its grids timed outside the profiler, and a basic profile of each.
#
#   benchmarks/advice/measure_tail.sh OUT SWEEP        SWEEP: first, second ... (tail/SWEEP.cu)   environment: ARCH=sm_90a
set -euo pipefail
out=${1:?usage: measure_tail.sh OUT SWEEP} name=${2:?usage: measure_tail.sh OUT SWEEP}; mkdir -p "$out" && out=$(cd "$out" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/tail"
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
nvcc -arch="${ARCH:-sm_90a}" -O3 -std=c++17 -lineinfo -I../.. -o "$work/sweep" "$name.cu"
"$work/sweep" time >"$out/$name.times.csv"
# A page a kernel: units differ between them, and a page has one for a column.
for kernel in $(tail -n +2 "$out/$name.times.csv" | cut -d, -f1 | uniq); do
    ncu -f --set basic --clock-control none --kernel-name "$kernel" -o "$work/tail" "$work/sweep" profile "$kernel" >"$work/log" 2>&1 || tail -n 3 "$work/log"
    ncu --import "$work/tail.ncu-rep" --csv --page raw | xz -6 >"$out/$name.${kernel#*_}.basic.raw.csv.xz"
done
xz -6 "$out/$name.times.csv"
