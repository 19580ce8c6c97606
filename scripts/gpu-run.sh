#!/usr/bin/env bash
# bash scripts/gpu-run.sh <output folder> [step...]
#
# On a machine with a GPU, nvcc, g++, cmake and python3: unpacks .gpu/pack/ if there is no Node, and builds the addon and the
# standalone programs for this GPU. Then it runs the tests with the cuda backend against the reference, the benchmarks, and
# compute-sanitizer over the generated kernels. A step that fails or takes too long does not keep the later ones from running.
# With names of steps, only those run after the builds.
#
#   ROWFUSE_GPU_SECONDS    limits the whole run
#   ROWFUSE_GPU_QUICK      ON compiles the programs' kernels fast, for checks alone
#   ROWFUSE_GPU_SAMPLES    names the samples that are checked (by default all)
#   ROWFUSE_TEST_SAMPLES   names the samples that the tests build
#   ROWFUSE_GPU_TESTS      names the files of the tests
#
# Leaves results.tar.gz in the output folder, JSON and one log, renewed after every step; the last lines are a summary.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
root=$PWD
[ $# -ge 1 ] || { echo "usage: bash scripts/gpu-run.sh <output folder> [step...]" >&2; exit 2; }
mkdir -p "$1" && out=$(cd "$1" && pwd) || exit 1
shift
export wanted="$*"
export work=$root/.gpu/work
mkdir -p "$work/logs" || exit 1
rm -rf "$work"/logs/* "$work"/*.json "$work/results"
results=$work/results
mkdir -p "$results" || exit 1
: >"$work/steps.tsv"
limit_s=${ROWFUSE_GPU_SECONDS:-530} # of the whole run

export PATH=$root/.gpu/bin:$PATH:/usr/local/cuda/bin:/usr/local/cuda/compute-sanitizer

# step <name> <seconds> <command...>: runs it, keeps its output in a log and its status for the summary.
step() {
  local name=$1 limit=$2 from=$SECONDS status left=$((limit_s - SECONDS))
  shift 2
  case $name in
    unpack | summary) ;;
    emit | build-*) [ "$wanted" != fuzz-cuda ] || return 0 ;; # builds what it runs
    *) [[ -z $wanted || " $wanted " == *" ${name%.[1-4]} "* ]] || return 0 ;; # a step of four parts has one name
  esac
  [ "$name" = summary ] && left=$limit # it costs a second, and is what the run is for
  if [ $left -lt 5 ]; then
    printf '%s\t%s\t%s\n' "$name" skipped 0 >>"$work/steps.tsv"
    echo "== $name: no time left"
    return 1
  fi
  [ "$limit" -gt $left ] && limit=$left
  timeout --kill-after=5 "$limit" "$@" >"$work/logs/$name.log" 2>&1
  status=$?
  printf '%s\t%s\t%s\n' "$name" $status $((SECONDS - from)) >>"$work/steps.tsv"
  echo "== $name: status $status, $((SECONDS - from)) s"
  flock "$work/steps.tsv" tar -czf "$out/results.tar.gz" -C "$results" . -C "$work" logs # steps can run side by side
  [ $status -eq 0 ] || tail -n 15 "$work/logs/$name.log"
  return $status
}

# The examples and run samples of the tests, as sources that random_transforms links.
emit() {
  local sample samples=()
  for sample in ${ROWFUSE_GPU_SAMPLES:-test/run/samples/*}; do samples+=("test/run/samples/${sample##*/}/input.ts"); done
  node dist/codegen/cli/main.js build examples/*.ts "${samples[@]}" --out "$work/emitted" --emit-only &&
    node dist/codegen/cli/main.js build bench/rows/transforms.ts --out "$work/rows" --emit-only
}

build_programs() {
  local names generator="Unix Makefiles"
  command -v ninja >/dev/null && generator=Ninja
  names=$(for binding in "$work"/emitted/*/*.binding.cc; do basename "$(dirname "$binding")"; done | paste -sd ';')
  cmake -S bench/cuda -B "$work/programs" -G "$generator" -DCMAKE_CUDA_ARCHITECTURES="$architecture" \
    -DROWFUSE_GENERATED="$work/emitted" -DROWFUSE_ROWS="$work/rows" -DROWFUSE_TRANSFORMS="$names" -DROWFUSE_QUICK="${ROWFUSE_GPU_QUICK:-OFF}" &&
    cmake --build "$work/programs" --parallel "$(nproc)" --target redact_bench article_bench udf_map_bench upper_case_bench \
      rows_bench groups_bench groups_check strategies_bench one_pass_policies map_policies managed_memory || return 1 # first: they are small
  [[ -n $wanted && ! $wanted =~ rolling ]] || cmake --build "$work/programs" --parallel "$(nproc)" --target rolling_bench || return 1
  # The others link every transform.
  [[ -n $wanted && ! $wanted =~ random|memcheck|initcheck|racecheck ]] || cmake --build "$work/programs" --parallel "$(nproc)"
}

# Apart from the others, whose sources are many: it needs the row library alone.
build_number_sweep() {
  nvcc -std=c++20 -O3 -arch=sm_"$architecture" --fmad=false -ftz=false -prec-div=true -prec-sqrt=true \
    -Xcompiler=-Wall,-Wextra,-ffp-contract=off -I native/include bench/cuda/number_sweep.cu -o "$work/number_sweep"
}
export -f emit build_programs build_number_sweep

# random <step> <options...>: every transform on random tables, four at a time, on the last GPU.
random() {
  local name=$1
  shift
  CUDA_VISIBLE_DEVICES=$last_gpu step "$name" 330 "$work/programs/random_transforms" --threads 4 --without "$endless" --json "$work/$name.json" "$@"
}

# sanitize <step> <tool> <options...>: the same under compute-sanitizer, in four processes, on the last GPU. The longest
# row decides how long a transform takes there, so the text is short; tables of many tiles are in racecheck-one-pass.
sanitize() {
  local name=$1 tool=$2 part
  shift 2
  for part in 1 2 3 4; do
    CUDA_VISIBLE_DEVICES=$last_gpu step "$name.$part" 450 compute-sanitizer --tool "$tool" "$@" --error-exitcode 9 \
      --print-limit 20 "$work/programs/random_transforms" --rows 70 --pieces 20 --part $part/4 --without "$endless" \
      --json "$work/$name.$part.json" &
  done
  wait
}

# Random numbers let their loops run up to the limit of steps, by one thread.
endless=endlessLoop,countedLoops,longStrings

step unpack 90 python3 scripts/gpu-unpack.py
export architecture
# On a GPU machine the tests run the build of users.
export ROWFUSE_TEST_OPTIMIZATION=${ROWFUSE_TEST_OPTIMIZATION:-3}
architecture=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -d '. ')
[ -n "$architecture" ] || architecture=90
last_gpu=$(($(nvidia-smi -L 2>/dev/null | grep -c ^GPU) - 1))
[ "$last_gpu" -ge 0 ] || last_gpu=0

step emit 60 bash -c emit
step build-addon 200 node dist/codegen/cli/main.js build examples/*.ts --out generated --verbose &
step build-programs 340 bash -c build_programs &
step build-number-sweep 200 bash -c build_number_sweep &
wait
# Figures come first, while nothing else runs.
step bench-redact 120 "$work/programs/redact_bench" --names bench/data/names.csv --out "$results/bench-redact.json"
step bench-udf-map 20 "$work/programs/udf_map_bench" --out "$results/udf-map.json"
step bench-upper-case 30 "$work/programs/upper_case_bench" --out "$results/upper-case.json"
step bench-rows 60 "$work/programs/rows_bench" --out "$results/rows.json"
step bench-groups 90 "$work/programs/groups_bench" --rows 1000000,1000000000 --out "$results/groups.json"
step chained 40 node --expose-gc bench/cuda/chained.mjs --out "$results/chained.json"
step bench-article 60 "$work/programs/article_bench" --names bench/data/names.csv --out "$results/article.json"
step managed-memory 30 "$work/programs/managed_memory" --out "$results/managed-memory.json"
step end-to-end 90 node --expose-gc bench/cuda/end-to-end.mjs --out "$results/end-to-end.json"
step strategies 60 "$work/programs/strategies_bench" --out "$results/strategies.json"
step map-policies 30 "$work/programs/map_policies"
step one-pass-policies 60 "$work/programs/one_pass_policies" --time 10000000
step device-traffic 40 node bench/cuda/device-traffic.mjs "$work/programs/article_bench" --names bench/data/names.csv \
  --out "$results/article-traffic.json"
step bench-rolling 90 "$work/programs/rolling_bench" --out "$results/rolling.json"
if python3 -c 'import numba' 2>/dev/null; then
  step bench-numba 40 python3 bench/cuda/udf_map_numba.py --out "$results/udf-map-numba.json"
  step bench-rolling-numba 120 python3 bench/cuda/rolling_numba.py --out "$results/rolling-numba.json"
fi
# A profiler shows ranges of a call around its kernels.
step profiler 60 ncu --nvtx --target-processes all --launch-count 6 --metrics gpu__time_duration.sum \
  node dist/codegen/cli/main.js bench redact --rows 100000 --backend cuda
step bench-command 60 node dist/codegen/cli/main.js bench redact --rows 10000000 --backend cuda,cpu
# From here on nothing is timed, and all of it runs concurrently.
ROWFUSE_TEST_BACKENDS=cpu,cuda step tests 560 node node_modules/vitest/vitest.mjs run ${ROWFUSE_GPU_TESTS:-test/run test/addon test/fuzz} \
  --reporter=verbose --reporter=json --outputFile.json="$work/vitest.json" &
# Functions and their digits on the device, bit by bit.
ROWFUSE_CASES=20 step tests-native 330 node node_modules/vitest/vitest.mjs run test/native &
step number-sweep 150 "$work/number_sweep" --seconds 135 --json "$results/number-sweep.json" &
random random-transforms --seed 2 --rows 0,1,31,64,65,1000,4099,200003 &
# Groups of lines and of columns, device against CPU.
CUDA_VISIBLE_DEVICES=$last_gpu step groups-check 120 "$work/programs/groups_check" --rounds 20 --bytes 4000000 --rows 100000 &
# Each strategy by itself: by default the rows of a call decide the strategy of the next.
for strategy in one-pass two-passes; do
  ROWFUSE_CUDA_STRATEGY=$strategy random random-$strategy --seed 3 --rows 0,1,31,64,65,1000,4099 &
  ROWFUSE_CUDA_STRATEGY=$strategy sanitize memcheck-$strategy memcheck --track-stream-ordered-races all &
  ROWFUSE_CUDA_STRATEGY=$strategy sanitize initcheck-$strategy initcheck &
done
ROWFUSE_CUDA_STRATEGY=two-passes sanitize racecheck-two-passes racecheck &
# Under every policy, with barriers whose order racecheck can follow.
CUDA_VISIBLE_DEVICES=$last_gpu step racecheck-one-pass 330 compute-sanitizer --tool racecheck --error-exitcode 9 \
  --print-limit 20 "$work/programs/one_pass_policies_racecheck" --rows 1,31,4099 &
# Random programs against the reference, if the step is named, because it uses all of its time. Programs are built quickly, except 16 of
# each 528 (nvcc -O3). The JSON is renewed after every batch of about 256 programs.
if [[ " $wanted " == *" fuzz-cuda "* ]]; then
  ROWFUSE_TEST_BACKENDS=cuda ROWFUSE_CUDA_ARCH=$architecture-real step fuzz-cuda "$limit_s" node scripts/fuzz.mjs \
    --programs "${ROWFUSE_FUZZ_PROGRAMS:-2100}" --minutes "${ROWFUSE_FUZZ_MINUTES:-7}" --seed "${ROWFUSE_FUZZ_SEED:-2001}" \
    --tables "${ROWFUSE_FUZZ_TABLES:-20}" --no-shrink --json "$results/fuzz-cuda.json" &
fi
wait
for strategy in one-pass two-passes; do
  ROWFUSE_TEST_BACKENDS=cpu,cuda ROWFUSE_CUDA_STRATEGY=$strategy step tests-$strategy 250 node \
    node_modules/vitest/vitest.mjs run test/run test/addon
done
for log in "$work"/logs/*.log; do
  echo "##### $(basename "$log" .log)"
  cat "$log"
done >"$results/log.txt"
step summary 20 node scripts/gpu-summary.mjs "$work" "$results"
cat "$work/logs/summary.log"
! grep -qvP '\t0\t' "$work/steps.tsv"
