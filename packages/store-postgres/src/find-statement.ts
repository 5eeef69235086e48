import type { FindPlan } from "@tablewright/core/storage";
import {
  FEW_ROWS,
  isWholeTable,
  limitValue,
  type PlanStatement,
  planStatement,
  type SqlTable,
} from "@tablewright/store-sql";
import { inListInSql } from "./in-list-in-sql.ts";
import type { Numberings } from "./numberings.ts";
import type { OpenedTables } from "./opened-tables.ts";
import type { PostgresTable } from "./postgres-table.ts";
import { tableInSql } from "./table-in-sql.ts";

export interface FindStatement extends Omit<PlanStatement, "ofWindow"> {
  /** Whether it reads the table from its beginning without leaving out a row. */
  readonly isWhole: boolean;
  /** How it says tables, which depends on their numberings. */
  readonly supposed: ReadonlyMap<PostgresTable, SqlTable>;
}

/** A plan as a statement, on the numberings that are expected; a whole table is read by a statement of its own. */
export function findStatement(
  plan: FindPlan,
  table: PostgresTable,
  { byName, dialect }: OpenedTables,
  numberings: Numberings,
): FindStatement {
  const { inList, limit, computed = [] } = plan;
  const supposed = new Map<PostgresTable, SqlTable>();
  const isWhole = isWholeTable(plan);
  if (isWhole && computed.length === 0) return { ...wholeStatement(table, limit), isWhole, supposed };
  const inSql = (one: PostgresTable) => {
    const said = tableInSql(one, numberings.expected(one.layout.table.name));
    supposed.set(one, said);
    return said;
  };
  const statement = planStatement(plan, inSql(table), {
    dialect,
    tableOf: (name) => {
      const other = byName.get(name);
      return other && inSql(other);
    },
    inList: ({ alias, table: own }) => {
      const family = inList && table.layout.table.columns[inList.column]?.family;
      return inList && family && inListInSql(inList, family, { alias, table: own }, dialect);
    },
  });
  return { ...statement, isWhole, supposed };
}

/** A table's rows from its beginning, by the statements that were written down once for it. */
function wholeStatement(
  { statements }: PostgresTable,
  limit: number | undefined,
): Omit<PlanStatement, "ofWindow"> {
  const first = (count: number) => ({ text: statements.selectFirst, values: [limitValue(count)] });
  return {
    ...first(Math.min(limit ?? Number.POSITIVE_INFINITY, FEW_ROWS + 1)),
    filtered: true,
    kept: [],
    ordered: true,
    limited: limit !== undefined,
    isSorted: true,
    computed: [],
    ofMany: () => (limit === undefined ? { text: statements.selectAll, values: [] } : first(limit)),
  };
}
