// What is shown, as the address has it: #limit=issue&gpu=h100, #case=reduce&size=4000x4000&step=shared_atomics, #carry.

const KEYS = ["technique", "case", "size", "step", "show", "limit", "gpu", "cache", "sort", "q"];

/** The address of a state of texts, of which '' is left out. A technique alone stands by its name. */
function addressOf(state) {
  const plain = (text) => encodeURIComponent(text).replace(/%(2F|3B|3D|3A|2C)/g, decodeURIComponent);
  const there = KEYS.filter((key) => state[key]).map((key) => [key, plain(state[key])]);
  if (there.length === 1 && there[0][0] === "technique") return `#${there[0][1]}`;
  return `#${there.map(([key, text]) => `${key}=${key === "step" ? text.replace(/^gpu\//, "") : text}`).join("&")}`;
}

/** The state that an address means, or null where it names a part of the page. `known` is {technique, limit, gpu,
 * cache, sort, show: [text], cases: [{name, steps: [name], sizes: [key]}]}; what it does not know is left out.
 * A size alone is the first problem of that size; a step that no case is named for is 'case/variant'. */
function stateOf(address, known) {
  const state = {}, text = address.replace(/^#/, "");
  let pairs;
  try {
    pairs = text.split("&").filter(Boolean).map((part) => part.split(/=(.*)/s).slice(0, 2).map(decodeURIComponent));
  } catch {
    return null;
  }
  if (pairs.length === 1 && pairs[0].length === 1) {
    return known.technique.includes(pairs[0][0]) ? { technique: pairs[0][0] } : null;
  }
  const given = Object.fromEntries(pairs), one = known.cases.find(({ name }) => name === given.case);
  for (const key of KEYS) {
    const value = given[key] || "", of = known[key];
    if (value && (key === "q" || of?.includes(value))) state[key] = value;
  }
  const steps = one ? one.steps : known.cases.flatMap(({ name, steps: mine }) => mine.map((step) => `${name}/${step}`));
  const step = [given.step, `gpu/${given.step}`].find((name) => steps.includes(name));
  const size = [(key) => key === given.size, (key) => key.startsWith(`${given.size};`)]
    .map((fitting) => one?.sizes.find(fitting)).find(Boolean);
  return { ...state, ...(one && { case: one.name }), ...(step && { step }), ...(size && { size }) };
}
