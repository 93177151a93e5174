// GPU against GPU: how much faster each rung is on one than on the other.

/** The pairs of GPUs that have rows in common, as [first, second]. */
function pairsOf() {
  const found = new Set(page.cases.flatMap((one) => one.against.map(([a, b]) => `${a},${b}`)));
  return [...found].map((text) => text.split(",").map(Number));
}

/** A strip of a case: a dot for each rung, to the right where the second GPU is faster. */
function stripOf(one, found, reach) {
  const wide = 320, high = 26, middle = wide / 2;
  const at = (ratio) => middle + (middle - 8) * Math.max(-1, Math.min(1, Math.log(ratio) / reach));
  return draw("svg", { viewBox: `0 0 ${wide} ${high}`, class: "strip", role: "img",
    "aria-label": `${found.length} rungs of ${one.title}` },
    draw("line", { x1: middle, x2: middle, y1: 0, y2: high, class: "gridline" }),
    found.map(([, , name, , , ratio, text]) => draw("circle", { cx: at(ratio), cy: high / 2, r: 4.5 },
      draw("title", {}, `${shortName(one, name)}: ${text}`))));
}

function pairTable([a, b]) {
  const rows = [], texts = [];
  const reach = Math.max(Math.log(1.05), ...page.cases.flatMap((one) => one.against.filter(([x, y, name]) => x === a
    && y === b && !name.startsWith("host/")).map(([, , , , , ratio]) => Math.abs(Math.log(ratio)))));
  for (const one of page.cases) {
    const found = one.against.filter(([x, y, name, problem, cache]) => x === a && y === b && problem === problemOf(one)
      && cache === cacheOf(one, b, problem) && !name.startsWith("host/"));
    if (!found.length) continue;
    const sorted = [...found].sort((one_, other) => one_[5] - other[5]);
    const middle = sorted[Math.floor(sorted.length / 2)], least = sorted[0], most = sorted.at(-1);
    rows.push([make("a", { href: addressOf({ case: one.name, gpu: "both" }) }, one.title),
      one.problems[problemOf(one)][1],
      gainOf(middle[6]), stripOf(one, found, reach), `${shortName(one, least[2])} ${least[6]}`,
      `${shortName(one, most[2])} ${most[6]}`]);
    texts.push(...sorted.map(([, , name, , cache, , text]) => [one.title, name, cache, text]));
  }
  if (!rows.length) return "";
  const [first, second] = [page.gpus[a].name, page.gpus[b].name];
  return make("div", {}, tableOf(
    `${second} against ${first}, times without what an empty pair of events takes: a dot for each rung`,
    ["case", "problem", `${second}, median rung`, `${second} slower \u00b7 faster`, "least", "most"], rows),
    copyButtons(() => [["case", "variant", "caches", `${second} against ${first}`], ...texts]));
}

/** The section, or '' where no two GPUs have rows in common. */
function against() {
  const made = pairsOf().map(pairTable).filter(Boolean);
  return made.length ? make("section", { id: "the-gpus" }, make("h2", {}, "GPU against GPU"), made) : "";
}
