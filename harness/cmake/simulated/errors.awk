# What a compiler says of a kernel's source, shortened: see compile.sh. `text`: the preprocessed source, if there is one.
BEGIN {
  library = "(^|/include/)((cub|cuda|thrust|nv|cute|cutlass|crt|cooperative_groups)/[^ ]+|(cu[a-z]+|mma|nvtx)[A-Za-z0-9_]*\\.h)$"
  name = "^(__[a-z]|cuda[A-Z]|cu[A-Z]|tex[123C]|surf[123C]|nvcuda|curand)"
  unknown = "(was not declared|not been declared|does not name a type|not a member of|declared void|undeclared identifier|" \
            "no member named|unknown type name|no (type|template) named|expected initializer before)"
}
{
  lines[NR] = $0
  gsub(/‘|’/, "'")
  if (what != "") next
  if ($0 ~ /^In file included from /) depth = 0
  if ($0 ~ /^(In file included| +) from [^ ]+:[0-9]+/) {  # the innermost first
    chain[++depth] = $0
    sub(/^.* from /, "", chain[depth])
    sub(/[:,]$/, "", chain[depth])
    next
  }
  if ($0 !~ /[Ee]rror: /) next
  split($0, quoted, "'")
  place = $0
  sub(/:([0-9]+:)? (fatal )?[Ee]rror: .*/, "", place)
  chain[0] = place
  for (at = depth; at >= 0 && !is_library(chain[at]); --at) continue
  if (at >= 0) {  # a header of a library that the user's file includes
    what = file_of(chain[at])
    sub(/^.*\/(simulator_)?include\//, "", what)
    if (at < depth) place = chain[at + 1]
  } else if ($0 ~ /No such file|file not found/) {
    header = quoted[2]
    if (header == "") { header = $0; sub(/: No such file.*/, "", header); sub(/.*error: /, "", header) }
    if (header ~ library) what = header
  } else if ($0 ~ /before '<' token|expected expression/ && $0 !~ /';'/) {
    what = "<<<...>>>"
  } else if ($0 ~ /'asm'|must specify a single register|: Error: |invalid instruction|in asm/) {
    what = "inline PTX (asm)"
    if ($0 ~ /: Error: /) place = place_of_asm()
  } else if ($0 ~ unknown) {
    if (quoted[2] ~ name) what = quoted[2]
    else if ($0 ~ /member/ && quoted[4] ~ /^(cooperative_groups|cg|cuda)$/) what = quoted[4] "::" quoted[2]
  }
  if (what != "" && $0 ~ /did you mean/) hint = " (did you mean '" quoted[split($0, quoted, "'") - 1] "'?)"
  depth = 0
}
function file_of(place) {
  sub(/:[0-9]+(:[0-9]+)?$/, "", place)
  return place
}
function is_library(place) {
  return file_of(place) ~ library && (place !~ /simulator[\/_]include\// || place ~ /\/mma.h:/)
}
function place_of_asm(   line, file, number, parts, of_system) {
  while ((getline line < text) > 0) {
    if (line ~ /^# [0-9]+ "/) {
      split(line, parts, "\"")
      file = parts[2]
      of_system = parts[3] ~ / 3/
      split(line, parts, " ")
      number = parts[2] - 1
    } else if (++number && !of_system && line ~ /(^|[^A-Za-z0-9_])(asm|__asm__)[ \t]*(volatile|__volatile__)?[ \t]*\(/) {
      return file ":" number
    }
  }
  return text
}
END {
  if (what == "<<<...>>>") {
    print place ": error: <<<...>>> is not on the simulator; call rungs::launch, or, in a kernel, mark the variant gpu_only"
  } else if (what != "") {
    print place ": error: " what " is not on the simulator; mark the variant gpu_only" hint
  } else {
    for (i = 1; i <= NR && i < 20; ++i) print lines[i]
    if (NR >= 20) print "(" NR - 19 " more lines)"
  }
}
