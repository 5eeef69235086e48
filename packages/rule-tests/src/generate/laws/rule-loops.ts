import type { Law } from "./law.ts";

/** Rules that set off one another without end are cut off, and what they were to do is not done. */
export const ruleLoops: Law = {
  name: "rules do not set off one another without end",
  afterCall: async (_, { runs }) => {
    if (runs.length === 0) return "none";
    const deep = runs.find(({ outcome }) => outcome === "DepthReached");
    if (deep === undefined) return "holds";
    return {
      broken: `The rule "${deep.rule}" was not run for the row ${deep.key} of "${deep.table}": ${deep.depth} rules had set off one another.`,
    };
  },
};
