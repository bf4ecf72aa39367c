#!/usr/bin/env bash
# Measures the truth that `python -m benchmarks.advice` scores: times of every case outside the profiler, and its profiles.
#
#   benchmarks/advice/measure.sh OUT [SET|SET/FILE.cu|SET/FILE.py ...]     environment: ARCH=sm_90a  SETS="full detailed basic"  LAUNCHES=64 (a program's, at most)
#
# Wants a GPU, nvcc and ncu, and for the Python programs PyTorch and Triton. Leaves in OUT: versions.txt, times.csv, check.csv, and per set and program a raw page (xz);
# for the full set also the binary report (without imported sources, to stay small). A step that fails is named; the rest goes on.
set -uo pipefail
out=${1:?usage: measure.sh OUT [SET|SET/FILE.cu ...]}; shift
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
cd "$(dirname "${BASH_SOURCE[0]}")/sets" || exit 2
[ $# -gt 0 ] || set -- *
source ../unpack.sh && unpack "$@" && cd "$programs" || exit 2
bin=$(mktemp -d) && trap 'rm -rf "$bin" "$programs"' EXIT
failed=()

{ ncu --version; nvcc --version; nvidia-smi --query-gpu=name,driver_version --format=csv; } >"$out/versions.txt" 2>&1

printf '%s\n' "${files[@]}" | grep '\.cu$' | xargs -P "$(nproc)" -I{} sh -c \
    'nvcc -arch='"${ARCH:-sm_90a}"' -O3 -std=c++17 -lineinfo -I'"$benchmarks"' -o '"$bin"'/$(basename {} .cu) {} 2>'"$bin"'/$(basename {}).log || { echo "build failed: {}"; tail -5 '"$bin"'/$(basename {}).log; }'
for file in "${files[@]}"; do  # a program in Python runs as it is
    [[ $file == *.py ]] && printf '#!/bin/sh\nexec python3 "%s/%s" "$@"\n' "$PWD" "$file" >"$bin/$(basename "$file" .py)" && chmod +x "$bin/$(basename "$file" .py)"
done
echo "built in $SECONDS s"

names=(); for file in "${files[@]}"; do names+=("$(basename "${file%.*}")"); done
for name in "${names[@]}"; do
    [ -x "$bin/$name" ] || continue
    timeout 100 "$bin/$name" time >>"$out/times.csv" || failed+=("time $name")
    timeout 100 "$bin/$name" check >>"$out/check.csv" || failed+=("check $name")
done
echo "timed by $SECONDS s"

for set in ${SETS:-full detailed basic}; do
    for name in "${names[@]}"; do
        [ -x "$bin/$name" ] || continue
        # Frameworks fill their inputs with kernels of their own: only the cases count there.
        only='regex:^(?!harness_)'; printf '%s\n' "${files[@]}" | grep -q "/$name.py\$" && only="regex:^($("$bin/$name" list | sed 's,[0-9]*$,,' | sort -u | paste -sd '|'))"
        # --clock-control none: durations are then those of normal running.
        timeout 200 ncu -f --set "$set" --clock-control none --kernel-name "$only" --launch-count "${LAUNCHES:-64}" -o "$out/$name.$set" "$bin/$name" profile >"$bin/log" 2>&1 ||
            { failed+=("$set $name"); tail -n 3 "$bin/log"; continue; }
        ncu --import "$out/$name.$set.ncu-rep" --csv --page raw | xz -6 >"$out/$name.$set.raw.csv.xz" &
        [ "$set" = full ] || { wait; rm "$out/$name.$set.ncu-rep"; }
    done
    wait
    echo "profiled set $set by $SECONDS s"
done
((${#failed[@]} == 0)) || { printf 'failed: %s\n' "${failed[@]}"; exit 1; }
