import type { Engine } from "@tablewright/core";

type Table = Engine["app"]["tables"] extends ReadonlyMap<string, infer T> ? T : never;
type Expression = Table["columns"][number]["formula"];

/** The names of the tables that expressions read beside their own row, each once. */
export function tablesRead(expressions: readonly Expression[]): readonly string[] {
  return [...new Set(expressions.flatMap((one) => (one === undefined ? [] : [...one.references.tables])))];
}
