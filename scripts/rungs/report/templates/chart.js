// One chart of lines and points, drawn as SVG; names of lines stand below it as a legend.

const FRAME = { wide: 360, high: 230, left: 64, right: 10, top: 10, bottom: 40 };

/** Where a number lies between the first and the last of an axis, from 0 to 1. */
const logarithmically = (value, low, high) => Math.log(value / low) / Math.log(high / low);

function grid(ticks, place, x) {
  const { wide, high, left, right, top, bottom } = FRAME;
  return ticks.map(([value, text]) => {
    const at = place(value);
    return x ? draw("g", {}, draw("line", { x1: at, x2: at, y1: top, y2: high - bottom, class: "gridline" }),
      draw("text", { x: Math.min(at, wide - halfOf(text)), y: high - bottom + 14, "text-anchor": "middle" }, text))
      : draw("g", {}, draw("line", { x1: left, x2: wide - right, y1: at, y2: at, class: "gridline" }),
        draw("text", { x: left - 6, y: at + 3.5, "text-anchor": "end" }, text));
  });
}

/** Half of what a tick's text takes, about six units a letter. */
const halfOf = (text) => text.length * 3.2 + 2;

/** Ticks of which no two texts overlap. */
function apart(ticks, place) {
  let end = -Infinity;
  return ticks.filter(([value, text]) => {
    const half = halfOf(text), at = Math.min(place(value), FRAME.wide - half);
    if (at - half < end) return false;
    end = at + half;
    return true;
  });
}

/** Ticks of the upright axis of which no two texts overlap. */
function stacked(ticks, place) {
  let last = Infinity;
  return ticks.filter(([value]) => {
    const at = place(value), fits = Math.abs(last - at) > 11;
    last = fits ? at : last;
    return fits;
  });
}

/**
 * A chart: `x` and `y` are {low, high, ticks: [[value, text]], place} where place maps a value to 0..1, `series` are
 * {colour, points: [[x, y, title, class]], dashed, joined}.
 */
function chart(label, x, y, series, below) {
  const { wide, high, left, right, top, bottom } = FRAME;
  const atX = (value) => left + 8 + (wide - left - right - 16) * x.place(value);
  const atY = (value) => high - bottom - (high - top - bottom) * y.place(value);
  const lines = series.map((one) => {
    const points = one.points.filter(([, value]) => value > 0);
    const path = points.map(([px, py], place) => `${place ? "L" : "M"}${atX(px).toFixed(1)} ${atY(py).toFixed(1)}`);
    return draw("g", { class: `series c${one.colour}` },
      one.joined ? draw("path", { d: path.join(""), class: one.dashed ? "dashed" : "" }) : "",
      one.dots === false ? "" : points.map(([px, py, title, kind]) => draw("circle", { cx: atX(px), cy: atY(py),
        r: 3.6, class: kind }, draw("title", {}, title))));
  });
  return draw("svg", { viewBox: `0 0 ${wide} ${high}`, class: "chart", role: "img", "aria-label": label },
    grid(stacked(y.ticks, atY), atY, false), grid(apart(x.ticks, atX), atX, true),
    draw("text", { x: (left + wide - right) / 2, y: high - 6, "text-anchor": "middle", class: "axis" }, below), lines);
}

/** The names of series beside their colours. */
function legend(series) {
  return make("ul", { class: "keys" }, series.map((one) => make("li", {},
    make("i", { class: `key c${one.colour}` }), one.name)));
}
