import { check, evaluateRow, RowTable, type TableScope } from "@tablewright/core/compiler";
import type { CheckedExpression, RequestContext, Row } from "@tablewright/core/storage";
import fc from "fast-check";
import { teamRows } from "../tables/specimen-rows.ts";
import { scope, specimenScope, teamScope } from "../tables/specimens.ts";
import { testContext } from "../test-context.ts";

/** The security filter of each table, where it has one. */
export type Filters = Readonly<Record<string, CheckedExpression>>;

/** Security filters of the tables, those that read another table among them. */
export const someFilters: fc.Arbitrary<Filters> = fc.constantFrom<Filters[]>(
  {},
  { Teams: filterOn(teamScope, "[Size] > 0") },
  { Specimens: filterOn(specimenScope, "[Flag]") },
  {
    Teams: filterOn(teamScope, 'COUNT(SELECT(Specimens[Key], [Team] = "red")) < 3'),
    Specimens: filterOn(specimenScope, "NOT(ISBLANK([Team].[Size]))"),
  },
);

/** A request that sees all rows, as a security filter does. */
export function allRows(stored: readonly Row[]): RequestContext {
  return testContext({
    Specimens: new RowTable(stored, specimenScope),
    Teams: new RowTable(teamRows, teamScope),
  });
}

/** The rows of both tables as the caller sees them; a filter itself sees all rows. */
export function throughFilters(everything: RequestContext, filters: Filters): RequestContext {
  const seen = (table: TableScope) => {
    const { rows } = everything.rowsOf(table.name);
    const filter = filters[table.name];
    const visible = filter && rows.filter((row) => evaluateRow(filter, row, everything) === true);
    return new RowTable(visible ?? rows, table);
  };
  return testContext({ Specimens: seen(specimenScope), Teams: seen(teamScope) });
}

function filterOn(row: TableScope, source: string): CheckedExpression {
  const { output } = check(source, { ...scope, row }, { kind: "Yes/No" });
  if (output === undefined) throw new Error(`"${source}" is wrong.`);
  return output;
}
