import { differenceOf } from "../world.ts";
import type { Law } from "./law.ts";

/** One call is one transaction. */
export const refusedCalls: Law = {
  name: "a refused call changes nothing",
  afterCall: async (world, { result, before }) => {
    if (result.ok) return "none";
    const difference = differenceOf(before, await world.everything());
    return difference === undefined ? "holds" : { broken: `The call was refused, and ${difference}.` };
  },
};
