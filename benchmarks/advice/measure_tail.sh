#!/usr/bin/env bash
# The tail sweep: 340 grids timed outside the profiler, and a basic profile of each.
#
#   benchmarks/advice/measure_tail.sh OUT        environment: ARCH=sm_90a
set -euo pipefail
out=${1:?usage: measure_tail.sh OUT}; mkdir -p "$out" && out=$(cd "$out" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/kernels"
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
nvcc -arch="${ARCH:-sm_90a}" -O3 -std=c++17 -lineinfo -I../.. -o "$work/tail_sweep" tail_sweep.cu
"$work/tail_sweep" time >"$out/tail_times.csv"
ncu -f --set basic --clock-control none --kernel-name 'regex:^(?!harness_)' -o "$work/tail" "$work/tail_sweep" profile >"$work/log" 2>&1 || tail -n 3 "$work/log"
ncu --import "$work/tail.ncu-rep" --csv --page raw | xz -6 >"$out/tail.basic.raw.csv.xz"
