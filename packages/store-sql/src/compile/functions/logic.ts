import { sql } from "../../fragments/sql-fragment.ts";
import { asCondition, asYesNo, opposite } from "../conditions.ts";
import { heldColumn, type SqlTerm, term } from "../sql-term.ts";
import type { FunctionsInSql } from "./function-in-sql.ts";
import { isEmpty } from "./list.ts";

/** AND and OR are no calls once they are checked. */
export const logic = {
  NOT: { of: (_, condition) => condition && asYesNo(opposite(asCondition(condition))) },
  ISBLANK: {
    of: (_, value) => value && blankness(value, true),
    ofList: (node, scope) => isEmpty(node, scope, true),
  },
  ISNOTBLANK: {
    of: (_, value) => value && blankness(value, false),
    ofList: (node, scope) => isEmpty(node, scope, false),
  },
} satisfies FunctionsInSql;

function blankness(value: SqlTerm, expected: boolean): SqlTerm {
  const { mayThrow } = value;
  const held = heldColumn(value);
  const text = expected ? sql`(${held} is null)` : sql`(${held} is not null)`;
  return term("boolean", text, { isNullable: false, mayThrow });
}
