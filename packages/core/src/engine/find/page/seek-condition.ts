import { type CheckedExpression, check } from "../../../expression/parts.ts";
import { type Value, writeIsoDate, writeIsoDateTime, writeIsoTime } from "../../../values/index.ts";
import type { Call } from "../../calls/call.ts";
import { rowScope } from "./row-scope.ts";

/**
 * A condition that every row of the part satisfies whose order is that of the keys alone, so that a database begins to read
 * where the part begins: the first column of the key is at least that of the row that was last. Undefined where there is none.
 */
export function seekCondition({ app, table, page }: Call): CheckedExpression | undefined {
  const [column] = table.key;
  const value = page?.after?.key[0];
  if (column === undefined || value === undefined || value === null) return undefined;
  const literal = literalOf(value, column.type.kind === "Ref" ? column.type.key.kind : column.type.kind);
  if (literal === undefined) return undefined;
  return check(`[${column.name}] >= ${literal}`, rowScope(app, table)).output;
}

/** Undefined for what is not worth a condition. */
function literalOf(value: Value, kind: string): string | undefined {
  if (typeof value === "number") {
    if (kind === "Date") return `"${writeIsoDate(value)}"`;
    if (kind === "DateTime") return `"${writeIsoDateTime(value)}"`;
    if (kind === "Time") return `"${writeIsoTime(value)}"`;
    return /^(?:Number|Decimal|Price|Percent)$/.test(kind) && !String(value).includes("e")
      ? String(value)
      : undefined;
  }
  return typeof value === "string" && !/Lat|XY|Yes/.test(kind)
    ? `"${value.replaceAll('"', '""')}"`
    : undefined;
}
