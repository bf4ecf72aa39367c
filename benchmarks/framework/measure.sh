#!/usr/bin/env bash
# Times the framework workload outside the profiler and profiles it: operations at full as far as the time allows, a transformer block and
# the other operations at detailed, another block and what launches many kernels at basic.
#
#   benchmarks/framework/measure.sh OUT      environment: PYTHON=python3  SECONDS_FULL=130 (of launches)  PARTS="..."  TIME=1
#
# Wants a GPU, ncu, PyTorch and Triton. Leaves in OUT: versions.txt, times.csv, precision.csv, logs, and per set the report, its raw and its details page (xz).
set -uo pipefail
out=${1:?usage: measure.sh OUT}; mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 2
python=${PYTHON:-python3} failed=() tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
# One cache and no worker processes: what the timed run compiled, the profiled ones find.
export TORCHINDUCTOR_CACHE_DIR=$tmp/inductor TRITON_CACHE_DIR=$tmp/triton TORCHINDUCTOR_COMPILE_THREADS=1 PYTHONUNBUFFERED=1

{ ncu --version; nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
  "$python" -c 'import torch, triton; print("PyTorch", torch.__version__, "CUDA", torch.version.cuda, "cuDNN", torch.backends.cudnn.version(), "Triton", triton.__version__)'
} >"$out/versions.txt" 2>&1

((${TIME:-1} == 0)) || timeout -k 5 90 "$python" workload.py time >"$out/times.csv" 2>"$out/time.log" || failed+=(time)
((${TIME:-1} == 0)) || timeout -k 5 90 "$python" precision.py >"$out/precision.csv" 2>"$out/precision.log" || failed+=(precision)
echo "timed by $SECONDS s"

# What is profiled, and how deep: a part each, its name the export's.
operations_full=(--seconds "${SECONDS_FULL:-130}")
block_detailed=(--only block_bf16)
others_detailed=(--only cross_entropy_bf16 gated_eager_fp32 gelu_bf16 exp_of_doubles add_misaligned_fp32 remainder_int64 power_fp32 dropout_bf16 where_bytes
    sum_columns_fp32 sum_rows_fp32 cumsum_columns cumsum_rows cumsum_flat histogram index_add_rows scatter_add_few scatter_add_many nonzero
    convolution_channels_last_fp16 convolution_channels_first_fp16 convolution_depthwise_fp32 convolution_backward_fp32 max_pool_fp16
    upsample_bilinear_fp32 adam_fused fourier_2d sparse_times_vector random_normal)
many_basic=(--only block_fp32 embedding_backward sort_flat top_k adam_foreach tiny_chain)
for part in ${PARTS:-operations_full block_detailed others_detailed many_basic}; do
    declare -n which=$part
    name=${part/_/.} set=${part#*_}
    timeout -k 5 $((${SECONDS_FULL:-130} + 60)) ncu -f --set "$set" --clock-control none --nvtx --profile-from-start off -o "$tmp/$name" \
        "$python" workload.py profile "${which[@]}" >"$out/$name.log" 2>&1 || failed+=("$name")
    # Which operation each launch is of: ranges of NVTX do not reach the thread that runs backward passes.
    awk -F'[" ]' '/^launching/ {of = $2} /^==PROF== Profiling/ {print n++ "," of}' "$out/$name.log" >"$out/$name.operations.csv"
    for page in raw details; do
        ncu --import "$tmp/$name.ncu-rep" --csv --page "$page" 2>>"$out/$name.log" | xz -6 >"$out/$name.$page.csv.xz" &
    done
    xz -k -3 -c "$tmp/$name.ncu-rep" >"$out/$name.ncu-rep.xz" &
    echo "profiled $name by $SECONDS s: $(wc -l <"$out/$name.operations.csv") launches"
done
wait
ls -l "$out"
((${#failed[@]} == 0)) || { printf 'failed: %s\n' "${failed[@]}"; exit 1; }
