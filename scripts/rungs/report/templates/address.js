// What is shown, as the address has it: #case/variant/cache/problem@GPU@log, each part but the first left out at will.

/** The address of a state {case, variant, cache, problem, gpu, scale} of texts; '' leaves a part out. The scale is that
 * of the bars, 'log' or '' for linear. */
function addressOf(state) {
  const parts = [state.case, state.variant, state.cache, state.problem].filter(Boolean);
  const escaped = (text) => encodeURI(text).replace(/#/g, "%23").replace(/@/g, "%40");
  const marks = [state.gpu || "", state.scale || ""].map((text) => `@${escaped(text)}`).join("");
  return `#${parts.map(escaped).join("/")}${marks.replace(/@+$/, "")}`;
}

/** The longest of some names that a text begins with, alone or before a '/'; '' where there is none. */
function headOf(text, names) {
  const fitting = names.filter((name) => name && (text === name || text.startsWith(`${name}/`)));
  return fitting.reduce((best, name) => (name.length > best.length ? name : best), "");
}

/**
 * The state that an address means, or null where it begins with no case. `known` is {cases: [{name, variants: [name],
 * problems: [key]}], caches: [name], gpus: [name]}; what it does not know is left out.
 */
function stateOf(address, known) {
  let text = "";
  try {
    text = address.replace(/^#/, "").split("@").map(decodeURIComponent).join("\n");
  } catch {
    return null;
  }
  let [rest, gpu = "", scale = ""] = text.split("\n");
  const next = (names) => {
    const found = headOf(rest, names);
    rest = found ? rest.slice(found.length + 1) : rest;
    return found;
  };
  const name = next(known.cases.map((one) => one.name));
  const found = known.cases.find((one) => one.name === name);
  if (!found) return null;
  const state = { case: name, variant: next(found.variants), cache: next(known.caches), problem: next(found.problems) };
  return { ...state, gpu: known.gpus.includes(gpu) ? gpu : "", scale: scale === "log" ? scale : "" };
}
