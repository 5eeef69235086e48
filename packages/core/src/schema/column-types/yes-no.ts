import { readYesNo } from "../../values/index.ts";
import { defineColumnType } from "./define-column-type.ts";

/** TRUE or FALSE, in all the ways in which callers say so. */
export const yesNo = defineColumnType({
  name: "Yes/No",
  summary: "Yes or no.",
  storage: "boolean",
  mayBeKey: true,
  expressionType: () => ({ kind: "Yes/No" }),
  expected: "Yes or No",
  sample: true,
  readCell: (cell) => {
    if (typeof cell === "boolean") return { value: cell };
    const value = typeof cell === "object" ? null : readYesNo(String(cell));
    return value === null ? undefined : { value };
  },
  writeText: (value) => (value === true ? "Y" : "N"),
});
