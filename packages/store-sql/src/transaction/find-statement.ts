import type { FindPlan } from "@tablewright/core/storage";
import type { SqlTable, Windows } from "../compile/sql-table.ts";
import { lookupList } from "../plans/lookup-list.ts";
import { type PlanStatement, planStatement, statementOfAll } from "../plans/plan-statement.ts";
import type { PlanPlace } from "../plans/rows-in-view.ts";
import type { OpenedTable, OpenedTables } from "../store/opened-tables.ts";
import type { SqlConnection } from "../store/sql-connection.ts";
import { sqlTableOf, windowsOfOwn } from "../tables/table-layout.ts";

export interface FindStatement extends PlanStatement {
  /** The name of the table in the database. */
  readonly table: string;
  /** Whether the table is one of another program. */
  readonly isSource: boolean;
  /** What windows of its rows are searched by; missing where that of another program has no such numbers. */
  readonly windows?: Windows | undefined;
  /** The statement that gives all rows and leaves the plan to the engine. */
  ofAll(): FindStatement;
  /** Whether it reads the table from its beginning without leaving out a row. */
  readonly isWhole: boolean;
}

/** A statement, and the names of our tables that it reads. */
interface StatementOfPlan {
  readonly statement: FindStatement;
  readonly tables: ReadonlySet<string>;
}

/** A plan as a statement. */
export function findStatement<Connection extends SqlConnection>(
  plan: FindPlan,
  table: OpenedTable<Connection>,
  { byName, dialect }: OpenedTables<Connection>,
): StatementOfPlan {
  const { inList } = plan;
  const tables = new Set<string>([plan.table]);
  const inSql = (one: OpenedTable<Connection>): SqlTable => {
    if (one.isSource) return one.asSql;
    tables.add(one.layout.table.name);
    return sqlTableOf(one.layout, dialect);
  };
  const place: PlanPlace = {
    dialect,
    tableOf: (name) => {
      const other = byName.get(name);
      return other && inSql(other);
    },
    inList: (row) => {
      if (inList === undefined) return undefined;
      const column = row.table.columns[inList.column];
      const family = table.layout.table.columns[inList.column]?.family;
      const list = column && lookupList(inList, family, column);
      return list && dialect.inList(list, column, row);
    },
  };
  const { isSource, layout } = table;
  const windows = table.isSource ? table.asSql.windows : windowsOfOwn(layout);
  const about = { table: layout.name, isSource, windows };
  const ofAll = (): FindStatement => ({
    ...statementOfAll(plan, inSql(table), place, TOO_LONG),
    ...about,
    isWhole: true,
    ofAll,
  });
  const statement = {
    ...planStatement(plan, inSql(table), place),
    ...about,
    isWhole: isWholeTable(plan),
    ofAll,
  };
  return { statement, tables };
}

const TOO_LONG = "the database takes long to try it on every row, and nothing else would be served meanwhile";

/** Whether a plan wants the rows of its table from the beginning without leaving one out. */
function isWholeTable({ rowFilter, conditions, order, inList, grouping }: FindPlan): boolean {
  const isChosen =
    conditions.length > 0 || order.length > 0 || inList !== undefined || grouping !== undefined;
  return rowFilter === undefined && !isChosen;
}
