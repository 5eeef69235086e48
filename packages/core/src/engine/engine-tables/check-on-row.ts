import { type CheckedExpression, check, functionsByName, type TableScope } from "../../expression/parts.ts";

/** An expression of the engine's own about a row, with nothing else in view. */
export function checkOnRow(source: string, row: TableScope): CheckedExpression {
  const { output } = check(source, { ...NOTHING_ELSE, row });
  if (output === undefined) throw new Error(`"${source}" is no expression about a row of "${row.name}".`);
  return output;
}

const NOTHING_ELSE = {
  tables: new Map(),
  slices: new Map(),
  this: undefined,
  change: false,
  functions: functionsByName,
  blanks: "consistent",
  locale: "en-US",
} as const;
