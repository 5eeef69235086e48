import { suggest } from "../../diagnostics/index.ts";
import type { Value } from "../../values/index.ts";
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
