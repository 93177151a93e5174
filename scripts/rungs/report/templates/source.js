// A variant's source and how it differs from that of the one that it improves; and its machine code.

/** A line of a source; `html` is escaped by sources.py. */
function lineOf(mark, number, html) {
  const kind = { "+": "added", "-": "removed", " ": "same" }[mark], code = make("code");
  code.innerHTML = html || " ";
  return make("div", { class: `line ${kind}` }, make("span", { class: "number", "aria-hidden": "true" }, number),
    make("span", { class: "sign" }, mark), code);
}

/** The machine code of the hot loops of a variant's kernels, and of those of another one; a note where there is none of
 * the kernel that was run. */
function loopsOf(one, variant, other) {
  const pane = (loops) => loops.map(([title, lines], place) => (lines.length ? make("details", { open: !place },
    make("summary", {}, title), make("pre", { class: "sass", tabindex: 0, "aria-label": title }, lines.join("\n")))
    : note(title, ".")));
  return [variant.loops ? pane(variant.loops) : note("No machine code of the kernel that was run."),
    other?.loops ? folded(`Machine code of ${shortName(one, other.name)}`, pane(other.loops)) : ""];
}

const AROUND = 3; // equal lines shown around a difference

/** How the code of `b` differs from that of `a`, behind the comments at their tops: [mark, line], "-" of a line in `a`,
 * "+" and " " of one in `b`; ["", how many] of equal lines that are left out. Empty where there is no difference. By
 * the longest common subsequence. */
function differenceOf(a, b) {
  const [before, after] = [a, b].map((one) => one.lines.slice(one.code || 0));
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length; i-- > 0;) {
    for (let j = after.length; j-- > 0;) {
      common[i][j] = before[i] === after[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const all = [], kept = [];
  for (let i = 0, j = 0; i < before.length || j < after.length;) {
    const mark = before[i] === after[j] ? " "
      : j === after.length || (i < before.length && common[i + 1][j] >= common[i][j + 1]) ? "-" : "+";
    all.push([mark, mark === "-" ? (a.code || 0) + i : (b.code || 0) + j]);
    if (mark !== "+") i += 1;
    if (mark !== "-") j += 1;
  }
  all.forEach((line, place) => {
    if (all.slice(Math.max(place - AROUND, 0), place + AROUND + 1).some(([mark]) => mark !== " ")) kept.push(line);
    else if (kept.at(-1)?.[0] === "") kept.at(-1)[1] += 1;
    else kept.push(["", 1]);
  });
  return all.some(([mark]) => mark !== " ") ? kept : [];
}

/** The source of a variant, and its difference from `from` or any other that is picked; a note where there is none. */
function sourceOf(one, variant, from = variant.improves) {
  if (!variant.lines) return note("No file of this name lies in the folder of the cases.");
  const shown = make("div"), pane = (lines) =>
    make("pre", { class: "source", tabindex: 0, "aria-label": `Source: ${variant.text}` }, lines);
  const others = one.variants.filter((other) => other !== variant && other.lines);
  const fill = (name) => {
    const old = others.find((other) => other.name === name), change = old ? differenceOf(old, variant) : [];
    const whole = pane(variant.lines.map((line, place) => lineOf(" ", place + 1, line)));
    shown.replaceChildren(...(change.length ? [pane(change.map(([mark, at]) => (mark
      ? lineOf(mark, at + 1, (mark === "-" ? old : variant).lines[at])
      : make("div", { class: "line gap" }, `${at} equal line${at > 1 ? "s" : ""}`)))),
      folded("The whole file", whole)] : [whole]));
  };
  fill(from);
  const pick = make("select", { on: { change: (event) => fill(event.target.value) } },
    make("option", { value: "" }, "nothing"), others.map(({ name }) =>
      make("option", { value: name, selected: name === from }, shortName(one, name))));
  return make("div", {}, make("h3", {}, `Source of ${shortName(one, variant.name)} `, make("label", {}, "against ",
    pick)), shown, note(make("code", {}, variant.path),
    " as it was when this page was made; it may be newer than rows."));
}
