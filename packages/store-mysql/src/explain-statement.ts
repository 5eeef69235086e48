import type { PlanExplanation } from "@tablewright/core/storage";
import type { FindStatement, TableLayout } from "@tablewright/store-sql";
import type { Connection } from "./connection.ts";
import { BEGINNING, readIndexes } from "./indexes.ts";

/** The statement, the indexes that the server would use, by the columns they are on, and the rows it would look at. */
export async function explainStatement(
  connection: Connection,
  layout: TableLayout,
  { text: sql, values, isSource }: FindStatement,
): Promise<Pick<PlanExplanation, "sql" | "values" | "indexes" | "estimatedRows">> {
  const steps = await connection.all(`explain ${sql}`, values);
  const [key, rows] = steps[0]?.length === 10 ? [5, 8] : [6, 9]; // of MariaDB, else of MySQL
  const columnsByIndex = new Map(
    (await readIndexes(connection, layout)).map((one) => [one.name, one.columns]),
  );
  const inDefinition = (name: string) => layout.columns.find((one) => one.name === name)?.column ?? name;
  const named = (name: string) =>
    columnsByIndex.get(name)?.map((one) => inDefinition(one.replace(BEGINNING, ""))) ?? [name];
  const used = steps.flatMap((step) => (step[key] === null ? [] : String(step[key]).split(",")));
  // The primary key of our own tables is their slot, and no row is looked up by it.
  const keys = isSource ? layout.table.key.flatMap((at) => layout.columns[at]?.column ?? []) : [];
  const indexes = used
    .map((name) => (name === "PRIMARY" ? keys : named(name)).join(", "))
    .filter((columns) => columns !== "");
  const rowsOf = (step: readonly unknown[] | undefined) => Number(step?.[rows] ?? 0);
  return {
    sql,
    values,
    ...(indexes.length === 0 ? {} : { indexes: [...new Set(indexes)] }),
    estimatedRows: rowsOf(steps.find((step) => step[2] === "t") ?? steps[0]),
  };
}
