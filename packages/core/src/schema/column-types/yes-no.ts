import { readYesNo } from "../../values/index.ts";
import { defineColumnType } from "./define-column-type.ts";

/** TRUE or FALSE, in all the ways in which callers say so. */
export const yesNoType = defineColumnType({
  name: "Yes/No",
  summary: "Yes or no.",
  storage: "boolean",
  mayBeKey: true,
  expressionType: () => ({ kind: "Yes/No" }),
  expected: "Yes or No",
  sample: true,
  readCell: (cell) => {
    if (typeof cell === "boolean") return { value: cell };
    if (typeof cell === "object") return undefined;
    const value = readYesNo(String(cell)) ?? SWITCHES.get(String(cell).trim().toLowerCase());
    return value === undefined ? undefined : { value };
  },
  writeText: (value) => (value === true ? "Y" : "N"),
});

/** As PostgreSQL and programs with files of SQLite write them; expressions know no such texts. */
const SWITCHES = new Map([
  ["t", true],
  ["on", true],
  ["f", false],
  ["off", false],
]);
