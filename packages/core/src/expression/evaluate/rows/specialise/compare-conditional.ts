import { spreadComparison } from "../../../rewrite/spread-comparison.ts";
import { compileRow } from "../compile-row.ts";
import type { Specialisation } from "./specialisation.ts";

/** `IF(…) = constant` asks each branch instead: branches that are constants are decided once, here. */
export const compareConditional: Specialisation = (node, innermost) => {
  const spread = spreadComparison(node);
  return spread && compileRow(spread, innermost);
};
