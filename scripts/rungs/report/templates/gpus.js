// GPU against GPU: how much faster each rung is on one than on the other.

/** A strip of a case: a dot for each rung, to the right where the second GPU is faster. */
function stripOf(one, rungs, reach) {
  const wide = 320, high = 26, middle = wide / 2;
  const at = (ratio) => middle + (middle - 8) * Math.max(-1, Math.min(1, Math.log(ratio) / reach));
  return drawing(wide, high, `${rungs.length} rungs of ${one.title}`, { class: "strip" },
    draw("line", { x1: middle, x2: middle, y1: 0, y2: high, class: "gridline" }),
    rungs.map(([, , name, , , ratio, text]) => draw("circle", { cx: at(ratio), cy: high / 2, r: 4.5 },
      draw("title", {}, `${shortName(one, name)}: ${text}`))));
}

/** The table of two GPUs, a line a case, '' where no case at its problem has rows of both. */
function pairTable([a, b]) {
  const rows = [], texts = [];
  const of = (one) => one.against.filter(([x, y, name]) => x === a && y === b && !name.startsWith("host/"));
  const reach = Math.max(Math.log(1.05), ...page.cases.flatMap((one) => of(one).map(([, , , , , ratio]) =>
    Math.abs(Math.log(ratio)))));
  for (const one of page.cases) {
    const rungs = of(one).filter(([, , , problem, cache]) => problem === 0 && cache === cacheShown());
    if (!rungs.length) continue;
    const sorted = [...rungs].sort((rung, other) => rung[5] - other[5]);
    const words = ([, , name, , , , text]) => `${shortName(one, name)} ${text}`;
    rows.push([link(addressOf({ case: one.name, gpu: "both" }), one.title), one.problems[0][1],
      gainOf(sorted[Math.floor(sorted.length / 2)][6]), stripOf(one, rungs, reach), words(sorted[0]),
      words(sorted.at(-1))]);
    texts.push(...sorted.map(([, , name, , cache, , text]) => [one.title, name, cache, text]));
  }
  if (!rows.length) return "";
  const [first, second] = [page.gpus[a].name, page.gpus[b].name];
  return make("div", {}, tableOf(
    `${second} against ${first}, ${cacheShown()} caches: a dot for each rung`,
    ["case", "problem", `${second}, median rung`, `${second} slower \u00b7 faster`, "least", "most"], rows),
    copyButtons(() => [["case", "variant", "caches", `${second} against ${first}`], ...texts]));
}

/** All pairs of GPUs that have rows in common. */
const against = () => [...new Set(page.cases.flatMap((one) => one.against.map(([a, b]) => `${a},${b}`)))]
  .map((pair) => pairTable(pair.split(",").map(Number))).filter(Boolean);
