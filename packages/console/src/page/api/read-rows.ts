import type { Properties, TableList } from "@tablewright/client";
import type { DescribedTable } from "@tablewright/core";
import { type Api, type ApiRow, rowKey } from "./create-api.ts";
import { refKeys } from "./ref-keys.ts";

/** Rows of a table, and the labels of the rows their Refs point at. */
export interface RowsPart {
  readonly rows: readonly ApiRow[];
  /** By table, then by key. */
  readonly labels: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly count: number | undefined;
  readonly after: string | undefined;
}

interface RowsRequest {
  readonly schema: DescribedTable;
  readonly tables: TableList;
  readonly selector?: string | undefined;
  readonly properties?: Properties;
  /** Rows named by their keys. */
  readonly keys?: readonly object[];
  /** Whether labels are read for the items of lists too, which may be many. */
  readonly withLists?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** One Find for the rows with their versions, and one for the labels of each table that they point at. */
export async function readLabelledRows(api: Api, request: RowsRequest): Promise<RowsPart> {
  const { schema, tables: _, withLists: __, ...selection } = request;
  const properties = { ...selection.properties, Version: true };
  const { rows, count, after } = await api.find(schema.name, { ...selection, properties });
  return { rows, count, after, labels: await readLabels(api, request, rows) };
}

async function readLabels(api: Api, request: RowsRequest, rows: readonly ApiRow[]) {
  const { schema, tables, withLists = false, signal } = request;
  const targets = refKeys(schema.columns, rows, withLists);
  const labels = [...targets].map(async ([table, keys]) => {
    const schema = tables.tables.find(({ name }) => name === table);
    if (schema === undefined || keys.size === 0 || schema.key.length !== 1)
      return [table, new Map()] as const;
    const [key = ""] = schema.key;
    if (schema.label === key) return [table, new Map()] as const;
    const result = await api.find(table, {
      keys: [...keys].map((value) => ({ [key]: value })),
      properties: { Columns: [key, schema.label] },
      signal,
    });
    return [
      table,
      new Map(result.rows.map((row) => [rowKey(row, schema.key), String(row[schema.label] ?? "")])),
    ] as const;
  });
  return new Map<string, ReadonlyMap<string, string>>(await Promise.all(labels));
}
