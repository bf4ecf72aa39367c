#!/usr/bin/env bash
# Runs what `ncu-advisor collect` prints for profiles that lack metrics, on the programs they are of.
#
#   benchmarks/collecting/measure.sh OUT      environment: ARCH=sm_90a  PYTHON=python3  ADVISOR=. (where the package lies)
#
# Wants a GPU, nvcc, ncu and the checkout. Leaves in OUT a raw page (xz) per program and older profile, and per single rule, beside commands.txt.
set -uo pipefail
out=${1:?usage: measure.sh OUT}; mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
PYTHONPATH=$(cd "${ADVISOR:-.}" && pwd) && export PYTHONPATH
python=${PYTHON:-python3} failed=() bin=$(mktemp -d) && trap 'rm -rf "$bin"' EXIT
programs=(mem_local mem_dense ctl_divergence cmp_mma mem_banks)
for program in "${programs[@]}"; do
    nvcc -arch="${ARCH:-sm_90a}" -O3 -std=c++17 -lineinfo -Ibenchmarks -o "$bin/$program" benchmarks/advice/sets/*/"$program.cu" &
done
nvcc -t 0 -arch="${ARCH:-sm_90a}" -O3 -std=c++17 -lineinfo -o "$bin/samples" sample_reports/kernels/*.cu &

names=()
collect() {  # collect NAME PROFILE PROGRAM KERNELS [--for RULE]: what it prints, to be run on the program's kernels that match
    local name=$1 profile=$2 program=$3 kernels=$4; shift 4
    names+=("$name")
    { line=$("$python" -P -m ncu_advisor collect "$profile" "$@" | grep '^ncu ') && line=${line/#ncu /ncu --kernel-name regex:$kernels } &&
        echo "${line/% APPLICATION/ $bin/$program profile}" >"$bin/$name.command"; } 2>>"$bin/$name.stderr" &
}
own='^(?!harness_)'
for depth in basic detailed; do
    collect "samples.$depth" "sample_reports/exports/${depth}_raw.csv.xz" samples "$own"
    for program in "${programs[@]}"; do
        collect "$program.$depth" benchmarks/advice/sets/*/"$program.$depth.raw.csv.xz" "$program" "$own"
    done
done
collect rule.uncoalesced-access benchmarks/advice/sets/memory/mem_dense.basic.raw.csv.xz mem_dense '^upwind_' --for uncoalesced-access
collect rule.thread-divergence benchmarks/advice/sets/control/ctl_divergence.basic.raw.csv.xz ctl_divergence '^escape_time_' --for thread-divergence
collect rule.register-spill benchmarks/advice/sets/memory/mem_local.basic.raw.csv.xz mem_local '^fput_' --for register-spill
collect rule.legacy-tensor-path benchmarks/advice/sets/compute/cmp_mma.basic.raw.csv.xz cmp_mma '^half_square_' --for legacy-tensor-path
collect rule.shared-bank-conflict benchmarks/advice/sets/memory/mem_banks.basic.raw.csv.xz mem_banks '^coulomb_' --for shared-bank-conflict
wait
echo "built, and commands written, by $SECONDS s"

for name in "${names[@]}"; do
    if [ ! -s "$bin/$name.command" ]; then echo "$name: nothing to collect"; cat "$bin/$name.stderr"; continue; fi
    sed "s|^|$name: |; s|$bin/||g" "$bin/$name.command"
    read -ra command <"$bin/$name.command"
    timeout -k 5 100 "${command[@]}" >"$bin/$name.csv" 2>"$bin/log" || { failed+=("$name"); cat "$bin/log"; tail -n 5 "$bin/$name.csv"; continue; }
    xz -6 <"$bin/$name.csv" >"$out/$name.csv.xz"
done >"$out/commands.txt"
echo "collected by $SECONDS s"
# What the tool does with names that the chip lacks.
timeout -k 5 60 ncu --csv --page raw --clock-control none --kernel-name 'regex:^coulomb_' \
    --metrics gpu__time_duration.sum,sm__inst_executed_pipe_tc.sum,no_such__metric.sum "$bin/mem_banks" profile >"$out/absent.txt" 2>&1
echo "exit $?" >>"$out/absent.txt"
# Which counters each chip has, also those that no rule asks for yet: "chip counter" lines.
ncu --list-chips >"$bin/chips" 2>&1
for chip in $(grep -oE '\b[a-z]{2}[0-9]+[a-z]?\b' "$bin/chips"); do
    timeout -k 5 60 ncu --query-metrics --chip "$chip" 2>&1 | grep -oE '^[a-z0-9]+__[a-z0-9_]+' | sed "s/^/$chip /" >"$bin/$chip.names" &
done
wait
cat "$bin/chips" "$bin"/*.names | xz -6 >"$out/chips.txt.xz"
echo "asked for the counters of chips by $SECONDS s: $(ls "$bin"/*.names | wc -l) chips"
((${#failed[@]} == 0)) || { printf 'failed: %s\n' "${failed[@]}"; exit 1; }
