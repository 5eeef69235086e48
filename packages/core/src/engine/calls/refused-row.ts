import { type Diagnostic, diagnose, type Location } from "../../diagnostics/index.ts";
import type { ConstraintViolation } from "../../storage/index.ts";

/** What a database says of a row that it refuses, in the words of the definition. */
export function refusedRow(
  { violation, table, columns }: ConstraintViolation,
  location: Location,
): Diagnostic {
  const { kind, constraint, message } = violation;
  const [column] = columns;
  const where = { ...(column === undefined || columns.length > 1 ? {} : { column }), ...location };
  return diagnose("rule/constraint", { kind, table, columns, constraint, message }, where);
}
