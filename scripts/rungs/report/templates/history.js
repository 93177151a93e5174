// The history of a variant: its time over the runs, and where it changed.

const past = await unpacked();
const nameOf = (series) => `${series.case}/${series.variant}`;
const names = [...new Set(past.series.map(nameOf))];

/** One series as a chart with a table. */
function seriesOf(series) {
  const times = series.points.map((point) => point[3]);
  const low = Math.min(...times) / 1.1, high = Math.max(...times) * 1.1;
  const last = series.points.length - 1;
  const extremes = [times.indexOf(Math.max(...times)), times.indexOf(Math.min(...times))];
  const x = { ticks: series.points.map((point, place) => [place, point[0].slice(5, 10)]),
    place: (value) => (last ? value / last : 0.5) };
  const y = { ticks: [...new Set(extremes)].map((place) => [times[place], series.points[place][4]]),
    place: (value) => logarithmically(value, low, high) };
  const points = series.points.map((point, place) => [place, point[3], `${point[1]}, ${point[2]}: ${point[4]}`]);
  const head = ["date", "run", "commit", "time", "change"];
  const rows = series.points.map((point) => [point[0], point[1], point[2], point[4], point[5]]);
  return make("section", {}, make("h3", {}, `${series.device}, ${series.problem}`),
    make("div", { class: "pair" }, make("figure", { class: "panel" },
      chart(`time of ${nameOf(series)} over ${series.points.length} runs`, x, y, [{ colour: 0, joined: true, points }],
        "runs, oldest first; lower is faster")),
    make("div", { class: "counted" }, tableOf("Runs", head, rows.map((row) => [...row.slice(0, 4), row[4]
      ? make("b", {}, row[4]) : ""]), [3]), copyButtons(() => [head, ...rows]))));
}

/** Shows a variant, by the address or the list. */
function fill() {
  const words = box("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
  let wanted = "";
  try {
    wanted = decodeURIComponent(location.hash.slice(1));
  } catch { /* no name that is known */ }
  const name = fitting.includes(wanted) ? wanted : fitting[0];
  box("which").replaceChildren(make("label", {}, "variant ", make("select", { on: { change: (event) => {
    location.hash = encodeURIComponent(event.target.value);
  } } }, fitting.map((one) => make("option", { value: one, selected: one === name }, one)))));
  box("series").replaceChildren(...past.series.filter((series) => nameOf(series) === name).map(seriesOf));
  if (!name) box("series").replaceChildren(make("p", {}, "No variant holds these words."));
}

box("content").replaceChildren(make("p", {}, make("a", { href: "index.html" }, "all runs")),
  make("div", { id: "which" }), make("div", { id: "series" }));
box("search").addEventListener("input", fill);
addEventListener("hashchange", fill);
fill();
