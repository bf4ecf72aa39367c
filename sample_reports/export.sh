#!/usr/bin/env bash
# Builds the sample kernels, times and profiles them, and writes every kind of export to OUT. Wants a GPU, nvcc and ncu;
# the library's matrix product also python3 with PyTorch. Takes no network; meant to stay within four minutes on an H200.
#
#   sample_reports/export.sh OUT          environment: ARCH=sm_90a  PYTHON=python3  LIMIT=120 (seconds a step may take)
#
# A step that fails is reported and the rest goes on; the exit status is 1 if any did.
set -uo pipefail
out=${1:?usage: export.sh OUT}
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 2
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
prog=$work/samples python=${PYTHON:-python3} log=$out/export.log failed=()
: >"$log"

step() {  # step NAME STDOUT COMMAND...: stderr goes to the log
    local name=$1 to=$2 began=$SECONDS status=0
    shift 2
    echo "== $name: $*" >>"$log"
    timeout "${LIMIT:-120}" "$@" >"$to" 2>"$work/stderr" || status=$?
    cat "$work/stderr" >>"$log"
    printf '%-26s %-12s %3d s\n' "$name" "$( ((status)) && echo "FAILED ($status)" || echo ok)" $((SECONDS - began)) | tee -a "$log"
    ((status == 0)) && return
    failed+=("$name")
    tail -q -n 3 "$to" "$work/stderr"
    [[ -s $to ]] || rm -f "$to"
}
report() {  # report NAME SET [OPTION...] PROGRAM...: profiles into OUT/NAME.ncu-rep
    local name=$1 set=$2
    shift 2
    # --clock-control none: the durations then are those of normal running. The programs themselves say what is profiled.
    step "$name" "$work/$name.txt" ncu -f --set "$set" --clock-control none --profile-from-start off -o "$out/$name" "$@"
    cat "$work/$name.txt" >>"$log" 2>/dev/null
}
page() {  # page REPORT EXPORT OPTION...: one page of a report, as CSV
    local report=$1 export=$2
    shift 2
    step "$export" "$out/$export.csv" ncu --import "$out/$report.ncu-rep" --csv "$@"
}

# With what.
step versions "$out/versions.txt" bash -c 'ncu --version; nvcc --version; nvidia-smi --query-gpu=name,driver_version --format=csv'
step build "$work/build.txt" nvcc -t 0 -arch="${ARCH:-sm_90a}" -O3 -std=c++17 -lineinfo -o "$prog" kernels/*.cu

# How long, without a profiler.
step "time samples" "$work/samples.csv" "$prog" time
step "time library" "$work/library.csv" "$python" library_gemm.py time
{ echo case,median_us,min_us,max_us,runs; cat "$work/samples.csv" "$work/library.csv" 2>/dev/null; } >"$out/times.csv"

# What the profiler sees: three depths of report, a live log with the tool's banners and the program's lines in it, the library.
report full full --import-source yes "$prog" profile
report detailed detailed --import-source yes "$prog" profile
report basic basic --import-source yes "$prog" profile
step live "$out/live.csv" bash -c 'exec "$@" 2>&1' live \
    ncu --csv --set basic --clock-control none --profile-from-start off "$prog" profile
report library full "$python" library_gemm.py profile

page full full_raw --page raw
page full full_details --page details
page full full_source_sass --page source --print-source sass
page full full_source_cuda_sass --page source --print-source cuda,sass
page detailed detailed_raw --page raw
page basic basic_raw --page raw
page library library_raw --page raw
page library library_details --page details

# Small: everything but the short texts.
if command -v xz >/dev/null; then pack=(xz -9 -f); else pack=(gzip -9 -f); fi
find "$out" -maxdepth 1 -type f -size +0 \( -name '*.ncu-rep' -o -name '*.csv' ! -name times.csv \) -print0 |
    xargs -0 -r -n 1 -P 4 "${pack[@]}" || failed+=(compress)

ls -l "$out"
echo "done in $SECONDS s"
((${#failed[@]} == 0)) || { echo "failed: ${failed[*]} (see $log)"; exit 1; }
