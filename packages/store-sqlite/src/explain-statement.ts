import type { PlanExplanation } from "@tablewright/core/storage";
import { type FindStatement, quoteName, type TableLayout } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";

/** How the file would carry out a statement, by what SQLite itself says. */
export function explainStatement(
  connection: Connection,
  { name }: TableLayout,
  { text, values, limited }: FindStatement,
): Pick<PlanExplanation, "sql" | "values" | "indexes" | "estimatedRows"> {
  const steps = connection.all(`explain query plan ${text}`, values).map((step) => String(step.at(-1)));
  const isCutOff = limited && !steps.includes("USE TEMP B-TREE FOR ORDER BY");
  const indexes = namesOfIndexes(connection).filter((index) => steps.some((step) => isUsing(step, index)));
  // How many rows an index leaves, SQLite does not know.
  const isWhole = steps.some(isWholeScan) && !isCutOff;
  return {
    sql: text,
    values,
    ...(indexes.length === 0 ? {} : { indexes }),
    ...(isWhole ? { estimatedRows: countRows(connection, name) } : {}),
  };
}

function countRows(connection: Connection, table: string): number {
  return Number(connection.get(`select count(*) from ${quoteName(table)}`)?.[0]);
}

function namesOfIndexes(connection: Connection): readonly string[] {
  return connection.all("select name from sqlite_schema where type = 'index'").map(([name]) => String(name));
}

function isUsing(step: string, index: string): boolean {
  return step.endsWith(` INDEX ${index}`) || step.includes(` INDEX ${index} (`);
}

/** The rows of the plan are those of `t`. */
function isWholeScan(step: string): boolean {
  return step === "SCAN t" || step.startsWith("SCAN t USING ");
}
