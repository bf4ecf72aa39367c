#!/usr/bin/env bash
# Measures what `python -m benchmarks.tiles` scores.
#
#   benchmarks/tiles/measure.sh OUT SECONDS [PHASE,...]      environment: ARCH=sm_90a  PARTS="occupancy streams sweep"
#
# Wants a GPU, nvcc, PyTorch and Triton. Leaves in OUT: versions.txt, occupancy.csv, stream_cuda.csv, the sweep's tables, log.json and logs.
set -uo pipefail
out=${1:?usage: measure.sh OUT SECONDS [PHASE,...]}; seconds=${2:?seconds of the sweep}; phases=${3:-}
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 2
parts=${PARTS:-occupancy streams sweep}
bin=$(mktemp -d) && trap 'rm -rf "$bin"' EXIT

{
    date -u +%FT%TZ
    nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,clocks.max.memory,power.limit --format=csv
    nvcc --version | grep release
    python3 -c 'import torch, triton; print("torch", torch.__version__, "triton", triton.__version__)'
} >"$out/versions.txt" 2>&1 </dev/null

for part in occupancy streams; do
    case " $parts " in *" $part "*) timeout -k 5 90 nvcc -arch="${ARCH:-sm_90a}" -std=c++17 -O1 -o "$bin/$part" "$part.cu" >"$out/$part.log" 2>&1 & ;; esac
done
wait
[ ! -x "$bin/occupancy" ] || timeout -k 5 60 "$bin/occupancy" >"$out/occupancy.csv" 2>>"$out/occupancy.log" || echo "occupancy failed" >>"$out/occupancy.log"
[ ! -x "$bin/streams" ] || timeout -k 5 90 "$bin/streams" >"$out/stream_cuda.csv" 2>>"$out/streams.log" || echo "streams failed" >>"$out/streams.log"
case " $parts " in *" sweep "*)
    timeout -k 5 $((seconds + 40)) python3 sweep.py --seconds "$seconds" --out "$out" --only "$phases" >"$out/sweep.log" 2>&1 </dev/null ;;
esac
echo "done in $SECONDS s" >>"$out/versions.txt"
