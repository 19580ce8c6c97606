#!/usr/bin/env bash
# bash scripts/gpu-patterns.sh <file of cases> <output folder>
#
# On a machine with a GPU and nvcc: compares the engines of regular expressions with V8, on a file that scripts/pattern-cases.mjs wrote. Needs
# no Node. Leaves regex-gpu.json in the output folder, with the GPU, the date, the counts and the differences, and fails if there are any.
set -eu
[ $# -eq 2 ] || { echo "usage: bash scripts/gpu-patterns.sh <file of cases> <output folder>" >&2; exit 2; }
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case $1 in
  *.gz) gunzip -c "$1" >"$work/cases" ;;
  *) cp "$1" "$work/cases" ;;
esac
export PATH=$PATH:/usr/local/cuda/bin
architecture=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d '. ')
nvcc -std=c++20 -O3 -arch=sm_"$architecture" --fmad=false -Xcompiler=-Wall,-Wextra,-ffp-contract=off \
  -I "$root/native/include" "$root/test/native/regex/pattern_file.cu" -o "$work/pattern_file"
status=0
"$work/pattern_file" "$work/cases" >"$2/regex-gpu.json" || status=$?
cat "$2/regex-gpu.json"
exit $status
