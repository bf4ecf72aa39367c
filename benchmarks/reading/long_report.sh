#!/usr/bin/env bash
# Profiles a program of many launches into a binary report of about SIZE megabytes, in about SECONDS at most; wants a GPU, nvcc and ncu.
#
#   benchmarks/reading/long_report.sh REPORT.ncu-rep [SIZE=100] [SECONDS=120]
set -euo pipefail
report=${1:?usage: long_report.sh REPORT.ncu-rep [SIZE] [SECONDS]} size=${2:-100} seconds=${3:-120}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
nvcc -arch="${ARCH:-native}" -O3 -lineinfo -o "$work/long" "$here/long.cu"
profiled() {  # profiled LAUNCHES REPORT: prints how many milliseconds that took
    local begun=$(date +%s%3N)
    ncu -f --set full --import-source yes --clock-control none -o "$2" "$work/long" "$1" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    echo $(($(date +%s%3N) - begun))
}
few=8 many=16
first=$(profiled $few "$work/few")
second=$(profiled $many "$work/many")
bytes=$(stat -c %s "$work/few.ncu-rep") more=$(stat -c %s "$work/many.ncu-rep")
a_launch=$(((more - bytes) / (many - few))) took=$(((second - first) / (many - few)))
launches=$((size * 1000000 / a_launch)) possible=$((seconds * 1000 / (took + 1)))
echo "a launch: $a_launch bytes, $took ms; $launches launches for $size MB, $possible in $seconds s"
((launches <= possible)) || launches=$possible
took=$(profiled $launches "${report%.ncu-rep}")
echo "$report: $launches launches, $(stat -c %s "$report") bytes, profiled in $took ms"
