#!/usr/bin/env bash
# Measures every case on this machine into one folder, part by part: self-test, the documents' sizes cold (some dirty and
# hot), sweeps over parameters and sizes, the documents' sizes again as a run of their own (for `rungs compare`), Python's
# libraries, other tools' clocks, Nsight Compute's counters and compute-sanitizer. Can be interrupted and called again:
# what the folder holds is not measured again. Machines of one model, and GPUs of one host (CUDA_VISIBLE_DEVICES), may
# share the parts: a folder for each, then `rungs fleet join OUT FOLDER...`. Nsight Compute profiles on one GPU at a time:
# keep its parts together. FOLDER/sizes.txt says which variant was timed at which sizes (`rungs sizes`).
# Usage: measure_all.sh [OPTION...] FOLDER [BENCH] [PART...]
#   BENCH            the program (default: build/bench)
#   PART             what to run (default: all, in the order of --list); `sizes` is every sizes-... part, `host-sizes`
#                    every host-sizes-... part. A part is meant to take less than ten minutes on one GPU
#   --list           print every part and what it measures, and leave
#   --dry-run        print the commands of the parts, run nothing
#   --time-limit S   end the timing of every row after S seconds (default: 1, in the part host 3, in sweeps over sizes 0.5)
#   --min-time S     least time spent on the samples of a row, in seconds (default: 0.05, in the part host 0.5, in sweeps
#                    over sizes 0.02)
# Most of a large row's time is set-up and verification, which the two limits do not shorten. To try a part, in a folder
# of its own: measure_all.sh --time-limit 0.05 --min-time 0.01 /tmp/try build/bench sizes-stitch
# PYTHON names the Python that has the libraries for `peers` and `clocks`, and PyTorch for `ncu`, which measures the time
# between kernels with it (default: python3).
set -uo pipefail
start=$PWD # of the caller: relative paths are meant from there
cd "$(dirname "$0")/.." || exit

mode=run # or list, or dry
time_limit=""
min_time=""
status=0
kernels='^(?!pipeline/)' # the cases that Nsight Compute can profile at their own sizes
# A copy in a hundred pieces with a kernel for each: the bus limits it, and Nsight Compute takes minutes.
in_pieces='^(fill/gpu/download|read/gpu/upload)'
running="" # the part that is being run
began=0

fail() { # bad usage
  echo "measure_all: $*" >&2
  exit 2
}

say() { printf '==> %s (%s s so far)\n' "$*" "$SECONDS"; }

# The table of parts. `part` succeeds where the part's turn has come; then its commands run. The host goes first:
# rows.environment.csv is of the last part. In a sweep over sizes the smallest problems fit in the L2 cache of a large
# GPU (50 to 60 MB), one is about as large, and the largest are far larger; on the host the same holds for a CPU's caches.
every_part() {
  part self-test "how well this machine measures" &&
    [[ ! -e $folder/self-test.txt ]] &&
    keep self-test.txt "$bench" --self-test --time-limit "${time_limit:-3}" --progress=never

  part host "host variants at the documents' sizes, cold and hot" &&
    measure rows.csv 3 0.5 --backend=host --filter='^(stitch|uv|median|distance|height_map)/' --cache=cold,hot
  part host-windows "medians over every window on the host, cold; host/select, of seconds per launch, up to 5x5" && {
    measure rows.csv 1 0.1 --backend=host --filter='^median_window/' --param window=3,5 --param bits=all --cache=cold
    measure rows.csv 1 0.1 --backend=host --filter='^median_window/(peer/|host/(histogram|sorted_rows))' \
      --param window=7,9,11,15 --param bits=all --cache=cold
  }
  sweep host-sizes-stitch host stitch 640,1280,2560,5120,10240
  sweep host-sizes-uv host uv 640,1280,2560,5120,10240
  # Of distance there is only OpenCV's, which takes sides up to 4096, and which not every build has.
  sweep host-sizes-median host 'median|distance' 256x192,640x360,1920x1080,3840x2160,4096x4096,8192x8192
  sweep host-sizes-median_window host median_window 128x96,256x192,640x360,1280x720,1920x1080
  sweep host-sizes-height_map host height_map 640,1280,2560,5120,10240
  sweep host-sizes-pipeline host pipeline 500,1000,2000,4000,8000
  sweep host-sizes-ceilings host 'fill|copy|read' 640,1280,2560,5120,10240

  part cases "the cases on the GPU at the documents' sizes, cold; stitch with every repeater" && {
    gpu --filter='^stitch/' --param repeater=all
    gpu --filter='^(stitch_masked|uv|reduce|height_map|median|median_window|edm|distance)/'
    gpu --filter='^(intdiv|in_flight|latency|arithmetic)/'
    gpu --filter='^reduce/' --sizes=10240
    gpu --filter='^median(_window)?/' --sizes=8192
  }
  # The planes of uv and distance are far larger than the L2, and so are not hot in it.
  part caches "what dirty and hot caches change, where the problem or its result may lie in the L2" && {
    gpu --filter='^(stitch|reduce|height_map|median|median_window|edm)/' --cache=dirty,hot
    gpu --filter='^reduce/' --sizes=10240 --cache=dirty,hot
  }
  part parameters "the cases of images on the GPU over their parameters" && {
    gpu --filter='^uv/' --param lattice=all,80:60:-60:80 # the square one, turned
    gpu --filter='^stitch/' --param repeater=100x64,64x100
    gpu --filter='^stitch_masked/' --param mask=all
    gpu --filter='^distance/' --param mask=all --min-samples 3
    gpu --filter='^distance/.*profile' --param profile=all # of effect there alone
    gpu --filter='^height_map/' --param measure=all
    gpu --filter='^reduce/' --sizes=4000,10240 --param op=max
    gpu --filter='^median/' --param frames=64
    gpu --filter='^median/gpu/' --sizes=1921x1080,1922x1080,1928x1080 # rows that are not aligned
  }
  part parameters-operations "edm, intdiv, arithmetic and in_flight on the GPU over their parameters" && {
    gpu --filter='^edm/gpu/k[3-6]' --param batch=all # of effect there alone
    gpu --filter='^edm/gpu/k[2-6]' --param rows=all
    gpu --filter='^edm/' --param sets=two
    gpu --filter='^intdiv/' --param index=all
    gpu --filter='^arithmetic/' --param op=all
    # With many steps the launch no longer counts; one wave of threads, since the reference takes as many steps.
    gpu --filter='^arithmetic/gpu/throughput' --param op=all --param steps=16384 --sizes=262144
    gpu --filter='^in_flight/' --param vectors=all --param warps=all
  }
  part windows "medians over every window and both types of pixels on the GPU, at 1920x1080 and 8192x8192" && {
    gpu --filter='^median_window/' --sizes=1920x1080,8192 --param window=all --param bits=all
    gpu --filter='^median_window/' --param image=all
  }
  part pipeline "the pipeline on the GPU: trees, tiles, orders, sources and sinks at 16000x16000" && {
    gpu --filter='^pipeline/' --param tree=all --sizes=16000 --cache=cold
    gpu --filter='^pipeline/gpu/tiles' --param tile=256,4096 --param order=all --sizes=16000 --cache=cold
    gpu --filter='^pipeline/gpu/.*bands$' --param source=raw,bigtiff --param sink=raw,bigtiff --sizes=16000 --cache=cold
  }
  part pipeline-large "the pipeline on the GPU at 200,000, 400,000 and 2,000,000 pixels per side" && {
    gpu --filter='^pipeline/gpu/fused_bands$' --sizes=200000,400000,2000000 --cache=cold
    # Four files of each kind, the other kind first every second time, since a disk's rate drifts. In files of their own,
    # since one would hold a row once.
    local turn kinds=raw,bigtiff
    for turn in 1 2 3 4; do
      measure "rows-disk-$turn.csv" 1 0.05 --backend=cuda --filter='^pipeline/gpu/fused_bands$' --sizes=140000 \
        --param sink=$kinds --cache=cold
      if [[ $kinds == raw,* ]]; then kinds=bigtiff,raw; else kinds=raw,bigtiff; fi
    done
    keep disk.txt disk_rate
  }
  part second "the GPU at the documents' sizes again, into rows-second-run.csv" &&
    measure rows-second-run.csv 1 0.05 --backend=cuda --filter='/(gpu|peer)/'
  part energy "joules of a launch: distance's main rungs, the best rung of the others, and the ceilings, into rows-energy.csv" && {
    # The ceilings first: those that other rows need are measured without energies, and then they are held.
    energy --filter='^(fill/gpu/vector_store|copy/gpu/vector_copy|read/gpu/vector_read)$' --sizes=10240
    energy --filter='^distance/gpu/(white|black|two_passes|two_passes_packed|bit_mask_rows)$'
    energy --filter='^distance/gpu/(fused_tile|fused_tile_tall|nested_minima|sliding_window)$'
    energy_of_best rows-energy.csv
  }
  part energy-second "joules of the best rungs again, into rows-energy-second.csv" && {
    energy_into rows-energy-second.csv --filter='^distance/gpu/(white|sliding_window)$'
    energy_of_best rows-energy-second.csv
  }
  part several-gpus "all GPUs of the host together, into rows-gpus.csv; each alone and all at once, into rows-each-gpu*.csv" && {
    local gpus=(--filter='^median/gpu/3x3_(short_strips|v3_streamed|streamed_at_bus_rate|all_gpus)$' --param frames=64)
    measure rows-gpus.csv 1 0.05 --backend=cuda "${gpus[@]}" --sizes=1920x1080,3840x2160 --cache=cold
    measure rows-gpus.csv 1 0.05 --backend=cuda --filter='^pipeline/gpu/(fused_bands|all_gpus)$' --sizes=16000,100000 \
      --cache=cold
    measure rows-each-gpu.csv 1 0.05 --backend=cuda --device=all --filter='^(stitch|uv|reduce|median|edm)/gpu/'
    measure rows-each-gpu-at-once.csv 1 0.05 --backend=cuda --device=all --concurrent \
      --filter='^(stitch|uv|reduce|median|edm)/gpu/'
  }
  part clocks "our kernels by NVBench and do_bench too, one from C++ and from Python, and the example dirty_lines.cu" && {
    gpu --filter='^(read/gpu/vector_read_one_launch|fill/gpu/plain_store|copy/(gpu/vector_copy|peer/memcpy))$' \
      --sizes=10240 --cache=all
    gpu --filter='^read/gpu/vector_read_one_launch$' --sizes=4000 --cache=all
    python_rows same-kernel.csv --filter '^read/(gpu|cupy)/vector_read_one_launch$' --sizes=1024,10240 --interleave
    other_clocks
    [[ -e $folder/dirty_lines.txt ]] || keep dirty_lines.txt dirty_lines
  }
  part peers "what is called from Python: CuPy, PyTorch, OpenCV, Dask" && {
    python_rows rows.csv --filter '/(triton|numba)/|/peer/(cupy|torch|opencv_(repeat|median_blur|python))'
    python_rows rows.csv --filter '^(fill|copy|read|reduce)/(triton|peer/(cupy|torch))' --sizes=10240
    python_rows rows.csv --filter '^median/(triton|peer/cupy)' --sizes=8192
    python_rows rows.csv --filter '^height_map/peer/torch' --param measure=all
    python_rows rows.csv --filter '^pipeline/peer/dask$' --sizes=8000
  }

  sweep sizes-stitch cuda stitch 1280,2560,3840,5120,10240,20480
  sweep sizes-stitch_masked cuda stitch_masked 1280,2560,3840,5120,10240,20480
  sweep sizes-uv cuda uv 1280,2560,3840,5120,10240,20480
  sweep sizes-distance cuda distance 1280,2560,3328,5120,10240 --min-samples 3
  sweep sizes-distance-large cuda distance 20480 --min-samples 3
  sweep sizes-reduce cuda reduce 1000,2000,4000,10240,20480
  sweep sizes-height_map cuda height_map 1280,2560,5120,10240,20480
  sweep sizes-median cuda median 256x192,1920x1080,3840x2160,5120x5120,8192x8192,16384x16384
  sweep sizes-median_window cuda median_window 256x192,1920x1080,3840x2160,5120x5120,8192x8192
  sweep sizes-edm cuda edm 1896,3792,7584,15168,30336
  part sizes-edm-large "edm on the GPU, cold, at 50000: more than 2^31 distances" &&
    measure rows.csv 0.5 0.02 --backend=cuda --filter='^edm/' --sizes=50000 --cache=cold
  sweep sizes-intdiv cuda intdiv 256,512,1024,2048,4096
  part sizes-latency "latency on the GPU, for chains of 1 KB to 32 GB, and lines 2 MiB apart over 64 GiB" && {
    measure rows.csv 0.5 0.02 --backend=cuda --filter='^latency/' --cache=cold \
      --sizes=8,64,512,1536,2048,3072,4096,65536,262144,327680,393216,458752,524288,4194304,268435456
    measure rows.csv 0.5 0.02 --backend=cuda --filter='^latency/gpu/(global|past_l1)$' --cache=cold \
      --param distance=2097152 --sizes=8,64,512,4096,32768
  }
  sweep sizes-arithmetic cuda arithmetic 65536,131072,262144,524288,1048576
  sweep sizes-in_flight cuda in_flight 1280,2560,5120,7680,10240
  sweep sizes-pipeline cuda pipeline 1000,2000,4000,8000,16000
  sweep sizes-ceilings cuda 'fill|copy|read' 256,360,509,720,1017,1280,1439,2035,2560,2877,3840,5120,10240,20480

  # Rows of its own, since its clock is compared with times of the same GPU.
  part ncu "event times, into rows-ncu.csv, beside Nsight Compute's, into ncu-check.txt and ncu.csv" && {
    local gaps=() of_ncu=(measure rows-ncu.csv 0.5 0.05 --backend=cuda --cache=cold)
    [[ $mode != dry ]] && ! "$python" -c "import torch" 2>/dev/null || gaps=(--gaps "$library")
    "${of_ncu[@]}" --filter="$kernels.*/(gpu|peer)/"
    "${of_ncu[@]}" --filter='^reduce/' --sizes=10240
    "${of_ncu[@]}" --filter='^median/' --sizes=8192
    keep ncu-check.txt "$python" scripts/rungs ncu-check "$folder/rows-ncu.csv" --bench "$bench" \
      --out "$folder/ncu.csv" --filter="$kernels.*/(gpu|peer)/" --problem reduce:10240x10240 \
      --problem median:8192x8192 "${gaps[@]}"
  }
  part dram "bytes to and from DRAM by counters: fills, copies, distance matrices, clean and dirty caches, into rows-dram.csv" && {
    dram --filter='^(fill/(gpu/(plain|vector)_store|peer/memset)|copy/(gpu/vector_copy|peer/memcpy))$' --sizes=10240
    dram --filter='^edm/gpu/(plain_stores|branch_free_root)$'
  }
  # Many launches: a small problem, since each takes Nsight Compute some seconds.
  part counters "Nsight Compute's counters of every GPU variant, of the pipeline at 1000x1000 and of the bus at 1280x1280" && {
    count --filter="$kernels(?!${in_pieces#^})"
    count --filter="$in_pieces" --sizes=1280
    count --case=pipeline --sizes=1000
  }
  part counter-sweeps "counters where a ladder's question needs more than the documents' problem" && {
    count --case=stitch --filter='/(modulo|repeater_grid|repeater_grid_fitted|shared_repeater)$' --param repeater=all
    count --case=uv --filter='/uv_' --param lattice=all,80:60:-60:80
    count --case=height_map --param measure=volume,projected
    count --case=reduce --sizes=10240
    count --case=median --filter='^(?!.*(_ten_|_streamed|_graph|_all_gpus))' --sizes=8192 # no copies
    count --case=median_window --sizes=8192
    count --case=distance --filter='/(white.*|black)$' --param mask=all
    count --case=reduce --filter='/gpu/' --param op=max
  }
  part advice "what Nsight Compute's own rules advise where another variant improves one, into rules.csv" &&
    advise
  part sanitizers "compute-sanitizer's four tools over every GPU variant at a small size, into sanitizers.txt" &&
    [[ ! -e $folder/sanitizers.txt ]] &&
    keep sanitizers.txt scripts/sanitize.sh "$bench"
  ended
}

part() { # NAME, WHAT IT MEASURES
  if [[ $mode == list ]]; then
    printf '%-22s %s\n' "$1" "$2"
    return 1
  fi
  ended
  [[ $'\n'$chosen == *$'\n'"$1"$'\n'* ]] || return 1
  if [[ $mode == dry ]]; then
    printf '# %s: %s\n' "$1" "$2"
  else
    running=$1
    began=$SECONDS
    say "$1"
  fi
}

ended() { # of the part before
  [[ -z $running ]] || printf '==> %s took %s s\n' "$running" $((SECONDS - began))
  running=""
}

run() { # a command, or with --dry-run its words
  if [[ $mode == run ]]; then
    "$@"
  else
    echo "${@@Q}"
  fi
}

measure() { # FILE, seconds that end a row's timing, least measured seconds, then bench's options
  run "$bench" --out "$folder/$1" --resume --progress=never --time-limit "${time_limit:-$2}" \
    --min-time "${min_time:-$3}" "${@:4}" || status=1
}

gpu() { # bench's options
  measure rows.csv 1 0.05 --backend=cuda "$@"
}

energy_into() { # FILE, bench's options; a file of its own, since a row that a file holds is not measured again
  measure "$1" 1 0.05 --backend=cuda --energy=5 "${@:2}"
}

energy() { # bench's options
  energy_into rows-energy.csv "$@"
}

energy_of_best() { # FILE: the best rung of every ladder but distance's
  energy_into "$1" --filter='^(stitch/gpu/vector_stores|stitch_masked/gpu/vectors|uv/gpu/blended_cell_overlapped)$'
  energy_into "$1" --filter='^(edm/gpu/branch_free_root|height_map/gpu/approximate_roots|median_window/gpu/shared_rows)$'
  energy_into "$1" --filter='^reduce/gpu/evict_first$' --sizes=10240
  energy_into "$1" --filter='^median/gpu/(3x3_clamped_middle|5x5_both_pipes)$' --sizes=8192
}

dram() { # bench's options
  measure rows-dram.csv 1 0.05 --backend=cuda --counters=dram_read,dram_write,l2_hit --cache=cold,dirty "$@"
}

disk_rate() { # what the folder of the pipeline's files takes: two programs at once, as its sinks have two threads, until all is on the disk
  local there=${RUNGS_PIPELINE_FOLDER:-${TMPDIR:-/tmp}} blocks=600 began=${EPOCHREALTIME/[.,]/} one failed=0
  for one in 1 2; do
    dd if=/dev/zero of="$there/rungs-disk-$one" bs=8M count=$blocks oflag=direct conv=fsync status=none &
  done
  wait -n || failed=1
  wait -n || failed=1
  awk "BEGIN { printf \"direct writes, two at once: %.3g GB/s\n\", 2 * $blocks * 8388608e-3 / (${EPOCHREALTIME/[.,]/} - $began) }"
  rm -f -- "$there"/rungs-disk-[12]
  return $failed
}

sweep() { # the part's NAME, BACKEND, CASES, SIZES, then bench's options
  part "$1" "${3//|/, } on the ${2/cuda/GPU}, cold, at ${4//,/, }" || return
  # Many rows, and a curve shows a noisy point by itself: half a second is enough.
  measure rows.csv 0.5 0.02 --backend="$2" --filter="^($3)/" --sizes="$4" --cache=cold "${@:5}"
}

keep() { # FILE, then a command whose output becomes the file where it came to a verdict (exit code 0 or 1)
  local file=$folder/$1 code=0
  shift
  [[ $mode == run ]] || { run "$@"; return; }
  "$@" >"$file.part" || code=$?
  if ((code <= 1)); then mv -- "$file.part" "$file"; else rm -f -- "$file.part"; fi
  ((code == 0)) || status=1
}

python_rows() { # FILE, then bench's options; a row of a library that the Python lacks is unsupported
  run "$python" scripts/rungs bench --load cases --library "$library" --out "$folder/$1" --resume --progress=never \
    --min-time "${min_time:-0.05}" --time-limit "${time_limit:-1}" "${@:2}" || status=1
}

other_clocks() {
  [[ $mode == run && -e $folder/clocks.csv ]] ||
    run "$python" scripts/rungs clocks --library "$library" --out "$folder/clocks.csv" || status=1
}

dirty_lines() { # compiled here, beside the results, since a program of an example is not part of the build
  local program=$folder/dirty_lines.part code=0
  nvcc -O3 -arch=native cases/read/dirty_lines.cu -o "$program" && "$program" || code=$?
  rm -f -- "$program"
  return "$code"
}

count() { # the options of `rungs ncu`
  run python3 scripts/rungs ncu --out "$folder" --bench "$bench" --resume "$@" || status=1
}

advise() { # the folder `advice` keeps what --resume needs
  run python3 scripts/rungs ncu --rules --out "$folder/advice" --bench "$bench" --resume \
    --filter="$kernels(?!${in_pieces#^})" || status=1
  [[ $mode != run || ! -e $folder/advice/rules.csv ]] || cp -- "$folder/advice/rules.csv" "$folder/rules.csv" || status=1
}

seconds() { # OPTION, VALUE, LEAST, MOST: prints the value
  if [[ ! $2 =~ ^[0-9]{1,9}(\.[0-9]{1,9})?$ ]] || ! awk "BEGIN { exit !($2 >= $3 && $2 <= $4) }"; then
    fail "$1 '$2': expected seconds from $3 to $4"
  fi
  echo "$2"
}

absolute() { # PATH
  if [[ $1 == /* ]]; then echo "$1"; else echo "$start/$1"; fi
}

parts_of() { # NAME: the part of that name, or those of a group
  case $1 in
    sizes | host-sizes) grep -e "^$1-" <<<"$all_parts" ;;
    *) grep -Fx -e "$1" <<<"$all_parts" || fail "'$1' is not a part; expected sizes, host-sizes, ${all_parts//$'\n'/, }" ;;
  esac
}

all_parts=$(mode=list every_part | cut -d' ' -f1)
while [[ ${1:-} == -* ]]; do
  case $1 in
    -h | --help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0" && exit 0 ;;
    --list) mode=list every_part && exit 0 ;;
    --dry-run) mode=dry ;;
    --time-limit) time_limit=$(seconds "$1" "${2:-}" 0.001 86400) || exit && shift ;;
    --min-time) min_time=$(seconds "$1" "${2:-}" 0 3600) || exit && shift ;;
    *) fail "'$1' is not an option; expected --list, --dry-run, --time-limit S, --min-time S or --help" ;;
  esac
  shift
done
for word in "${@:1:2}"; do
  [[ $word != -* ]] || fail "'$word' behind a folder; expected options before FOLDER, see --help"
done
[[ -z ${2:-} || -z $(grep -Fx -e "$2" <<<"$all_parts"$'\n'sizes$'\n'host-sizes) ]] ||
  fail "'$2' is a part; expected the program before it: measure_all.sh [OPTION...] FOLDER [BENCH] [PART...]"
folder=${1:+$(absolute "$1")}
bench=${2:+$(absolute "$2")}
bench=${bench:-build/bench}
shift $(($# < 2 ? $# : 2))
[[ -n $folder ]] || fail "no folder given; expected measure_all.sh [OPTION...] FOLDER [BENCH] [PART...], see --help"
chosen=$all_parts$'\n'
if (($# > 0)); then
  chosen=""
  for name; do chosen+=$(parts_of "$name")$'\n' || exit; done
fi
python=${PYTHON:-python3}
library=$(dirname "$bench")/libbench_c.so
if [[ $mode == run ]]; then
  [[ -f $bench && -x $bench ]] || fail "$bench is not a program; build it with: cmake --preset dev && cmake --build build"
  mkdir -p -- "$folder" 2>/dev/null || fail "$folder: no such folder can be made; expected one that can be written"
  trap 'rm -f -- "$folder"/*.part; echo "measure_all: interrupted; call it again to go on" >&2; exit 130' INT TERM
fi

every_part
if [[ $mode == dry || -e $folder/rows.csv ]]; then
  keep sizes.txt python3 scripts/rungs sizes "$folder/rows.csv" --bench "$bench"
  [[ $mode == dry ]] || say "rows are in $folder/rows.csv, the sizes of each variant in $folder/sizes.txt"
fi
exit $status
