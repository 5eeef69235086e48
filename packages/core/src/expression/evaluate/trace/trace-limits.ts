/** How much of an evaluation a trace shows; the rest is counted. */
export const traceLimits = {
  /** Parts in all, and within one another. */
  nodes: 1_000,
  depth: 100,
  /** Rows whose parts are shown, and rows whose keys are, of each part that looks at rows. */
  rows: 3,
  keys: 5,
  /** Characters of a text, and items of a list. */
  text: 200,
  items: 10,
};
