import type { PlanExplanation } from "@tablewright/core/storage";
import { doneBy, type PlanStatement } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";

/** How the file would carry out a statement, by what SQLite itself says; `rowCount` is how many rows its table has. */
export function explainStatement(
  connection: Connection,
  statement: PlanStatement,
  rowCount: number,
): PlanExplanation {
  const { text, values, kept, limited } = statement;
  const steps = connection.all(`explain query plan ${text}`, values).map((step) => String(step.at(-1)));
  const isCutOff = limited && !steps.includes("USE TEMP B-TREE FOR ORDER BY");
  const indexes = namesOfIndexes(connection).filter((name) => steps.some((step) => isUsing(step, name)));
  return {
    ...doneBy(statement),
    kept,
    sql: text,
    values,
    ...(indexes.length === 0 ? {} : { indexes }),
    // How many rows an index leaves, SQLite does not know.
    ...(steps.some(isWholeScan) && !isCutOff ? { estimatedRows: rowCount } : {}),
  };
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
