import { suggest } from "../../diagnostics/index.ts";
import { foldName, type Value } from "../../values/index.ts";
import type { CellError } from "./column-type.ts";
import { showCell } from "./show-cell.ts";

/** Whether a value is one of its choices, exactly as they are declared. */
export function checkChoice(
  value: Value,
  choices: readonly Value[],
  writeText: (value: Value) => string,
): readonly CellError[] {
  if (choices.includes(value)) return [];
  const text = writeText(value);
  const values = choices.map(writeText);
  return [
    {
      code: "cell/not-in-list",
      details: { value: showCell(text), values, suggestion: suggest(text, values) },
    },
  ];
}

/** A value as its list declares it: the exact one, else the only one that differs in case or in how accents are written, else as it is. */
export function findChoice(value: Value, choices: readonly Value[] | undefined): Value {
  if (typeof value !== "string" || choices === undefined || choices.includes(value)) return value;
  const folded = foldName(value);
  const alike = choices.filter((choice) => typeof choice === "string" && foldName(choice) === folded);
  return alike.length === 1 ? (alike[0] ?? value) : value;
}
