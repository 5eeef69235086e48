import type { PlanExplanation } from "@tablewright/core/storage";
import type { FindStatement, TableLayout } from "@tablewright/store-sql";
import { readIndexes } from "./catalogue.ts";
import type { Connection } from "./connection.ts";

/** The statement, the indexes that PostgreSQL would use, by the columns they are on, and the rows it would look at. */
export async function explainStatement(
  connection: Connection,
  { table, columns }: TableLayout,
  { text: sql, values }: FindStatement,
): Promise<Pick<PlanExplanation, "sql" | "values" | "indexes" | "estimatedRows">> {
  const [explanation] = (await connection.get(`explain (format json) ${sql}`, values)) ?? [];
  const [{ Plan: root }] = JSON.parse(String(explanation)) as [{ Plan: PlanNode }];
  const nodes = allNodes(root);
  const columnsByIndex = new Map(
    (await readIndexes(connection, table.name)).map((one) => [one.name, one.columns]),
  );
  const inDefinition = (name: string) => columns.find((one) => one.name === name)?.column ?? name;
  const used = nodes.flatMap(({ "Index Name": name }) => (name === undefined ? [] : [name]));
  const indexes = used.map((name) => columnsByIndex.get(name)?.map(inDefinition).join(", ") ?? name);
  const [leaf] = nodes.filter((node) => node.Plans === undefined);
  return {
    sql,
    values,
    ...(indexes.length === 0 ? {} : { indexes: [...new Set(indexes)] }),
    estimatedRows: leaf?.["Plan Rows"] ?? root["Plan Rows"],
  };
}

interface PlanNode {
  readonly "Plan Rows": number;
  readonly "Index Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

function allNodes(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)];
}
