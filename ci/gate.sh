#!/usr/bin/env bash
# One gate in a CI job: judges profiles, leaves a report of every format, and exits as `ncu-advisor gate` does. Needs no GPU.
#
# Everything comes from the environment, so that no name of a branch or a file is ever part of a command:
#   NCU_ADVISOR_CURRENT     profiles to judge, one a line, globs allowed
#   NCU_ADVISOR_BASELINE    profiles or baseline files, one a line; NCU_ADVISOR_HISTORY, NCU_ADVISOR_BUDGETS: a file each
#   NCU_ADVISOR_ALLOW       mismatches to allow, one a line; NCU_ADVISOR_STAMP: NAME=VALUE, one a line
#   NCU_ADVISOR_OUT         folder for gate.html, .md, .json, .sarif and .xml (ncu-advisor-gate)
#   NCU_ADVISOR_AMBIGUOUS   what an AMBIGUOUS verdict does to the job: fail (as it is), or warn
# On GitHub the summary and the outputs verdict, exit-code, sarif and out are set as well; verdict is ERROR where nothing was judged.
set -uo pipefail
out=${NCU_ADVISOR_OUT:-ncu-advisor-gate}

tell_github() {  # tell_github VERDICT EXIT-CODE
    if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ "$1" = ERROR ]; then  # another verdict is there already: --format=github adds it
        echo "### Performance gate: nothing was judged (exit code $2); the log says why" >>"$GITHUB_STEP_SUMMARY"
    fi
    [ -n "${GITHUB_OUTPUT:-}" ] || return 0
    local sarif=; [ "$1" = ERROR ] || [ ! -s "$out/gate.sarif" ] || sarif=$out/gate.sarif
    printf '%s\n' "verdict=$1" "exit-code=$2" "sarif=$sarif" "out=$out" >>"$GITHUB_OUTPUT"
}
refuse() {  # refuse WHY: before anything is judged
    echo "ncu-advisor: $1" >&2
    tell_github ERROR 2
    exit 2
}

case ${NCU_ADVISOR_AMBIGUOUS:-fail} in
fail | warn) ;;
*) refuse "NCU_ADVISOR_AMBIGUOUS is neither fail nor warn" ;;
esac
mkdir -p -- "$out" || refuse "NCU_ADVISOR_OUT is no folder that can be written; name another"
rm -f -- "$out"/gate.{html,md,json,sarif,xml}

arguments=()
option() {  # option NAME LINES: an option for every line that is not empty
    local line
    while IFS= read -r line || [ -n "$line" ]; do
        line="${line#"${line%%[![:space:]]*}"}" && line="${line%"${line##*[![:space:]]}"}"
        [ -z "$line" ] || arguments+=("$1=$line")
    done <<<"$2"
}
option --current "${NCU_ADVISOR_CURRENT:-}"
option --baseline "${NCU_ADVISOR_BASELINE:-}"
option --history "${NCU_ADVISOR_HISTORY:-}"
option --budgets "${NCU_ADVISOR_BUDGETS:-}"
option --allow "${NCU_ADVISOR_ALLOW:-}"
option --stamp "${NCU_ADVISOR_STAMP:-}"
for suffix in html md json sarif xml; do arguments+=("--output=$out/gate.$suffix"); done
[ -z "${GITHUB_ACTIONS:-}" ] || arguments+=(--format=github)

ncu-advisor gate "${arguments[@]}"
code=$?
case $code in
0) verdict=PASS ;;
1) verdict=FAIL ;;
2) verdict=ERROR ;;  # also of a missing file, where nothing is written
3) verdict=AMBIGUOUS ;;
*) verdict=ERROR ;;
esac
[ "$code" != 2 ] || ! grep -q '^ "verdict": "INCOMPARABLE"' "$out/gate.json" 2>/dev/null || verdict=INCOMPARABLE
tell_github "$verdict" "$code"
if [ "$code" = 3 ] && [ "${NCU_ADVISOR_AMBIGUOUS:-fail}" = warn ]; then
    echo "ncu-advisor: AMBIGUOUS is let pass, as NCU_ADVISOR_AMBIGUOUS says" >&2
    exit 0
fi
exit "$code"
