#!/usr/bin/env bash
# Measures what `python -m benchmarks.gate` resamples, and the two profiles of the example in docs/gate.md. Wants a GPU, nvcc and ncu.
#
#   benchmarks/gate/measure.sh OUT SESSION      environment: RUNS=24 (without ncu)  PROFILED=4 (with ncu)  LAUNCHES=10  ARCH=sm_90a
#                                               LIMIT=200 (seconds, no run is begun after them)  EXAMPLE=1 (0 leaves the example out)
#                                               CUPTI=FOLDER (of libcupti.so, where the linker does not find it)
#
# Every run is a fresh process. Those without ncu take durations as nsys does; those with it take eighty times as long a launch and are few. Leaves in
# OUT: SESSION.tar.xz with the launches of each run and, of those with ncu, a raw page, which `python -m benchmarks.gate.measured` turns into
# files of measured/; example.before.ncu-rep and example.after.ncu-rep.
set -uo pipefail
out=${1:?usage: measure.sh OUT SESSION} session=${2:?usage: measure.sh OUT SESSION}
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 2
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
mkdir "$work/runs"
{ ncu --version; nvcc --version; nvidia-smi --query-gpu=name,uuid,driver_version,clocks.sm,clocks.mem,temperature.gpu --format=csv; uname -n; date -u; } \
    >"$work/runs/versions.txt" 2>&1

build() { nvcc -arch="${ARCH:-sm_90a}" -O3 -std=c++17 -lineinfo -o "$work/$1" "${@:2}" || echo "build of $2 failed"; }
build repeats repeats.cu ${CUPTI:+-L"$CUPTI" -Xlinker -rpath="$CUPTI"} -lcupti & build before example/before/standardise.cu & build after example/after/standardise.cu & wait
echo "built by $SECONDS s"

[ "${EXAMPLE:-1}" = 0 ] || for side in before after; do
    # --clock-control none: durations are those of normal running. The launches of `fill` only make data.
    (cd "example/$side" && timeout -k 5 60 ncu -f --set detailed --import-source yes --clock-control none --kernel-name 'regex:^(?!fill)' \
        -o "$out/example.$side" "$work/$side" >"$work/log" 2>&1) || { echo "example $side failed"; cat "$work/log"; }
    echo "example $side by $SECONDS s"
done

for ((run = 0; run < ${RUNS:-24} && SECONDS < ${LIMIT:-200}; run++)); do
    timeout -k 5 30 "$work/repeats" trace "${LAUNCHES:-10}" >"$work/runs/$run.trace" || echo "run $run failed"
done
echo "$run runs without ncu by $SECONDS s: $(wc -l <"$work/runs/0.trace") launches each, $(nvidia-smi --query-gpu=clocks.sm,temperature.gpu --format=csv,noheader)"

for ((run = 0; run < ${PROFILED:-4} && SECONDS < ${LIMIT:-200}; run++)); do
    timeout -k 5 60 ncu --csv --page raw --print-units base --log-file "$work/runs/$run.csv" --clock-control none --kernel-name 'regex:^(?!harness_)' \
        --metrics gpu__time_duration.sum,sm__cycles_elapsed.avg.per_second,dram__cycles_elapsed.avg.per_second,smsp__inst_executed.sum \
        "$work/repeats" profile "$run" "${LAUNCHES:-10}" >"$work/runs/$run.launches" 2>"$work/log" || { echo "run $run failed"; cat "$work/log"; }
    echo "run $run with ncu by $SECONDS s: $(wc -l <"$work/runs/$run.launches") launches"
done
tar -C "$work/runs" -c . | xz -3 -T0 >"$out/$session.tar.xz"
