import type { AppDefinition } from "../../schema/index.ts";
import { describeTable, type TableSchema } from "./describe-table.ts";

/** An application as callers may know it, in JSON; nothing of its access keys, filters and rules. */
export interface AppSchema {
  readonly id: string;
  readonly name: string;
  /** What a call that names none has. */
  readonly locale: string;
  /** IANA or Windows name, as declared. */
  readonly timezone: string;
  /** In the definition's order, as are the slices. */
  readonly tables: readonly TableSchema[];
  readonly slices: readonly TableSchema[];
}

export function describeApp(app: AppDefinition): AppSchema {
  const { id, name, locale, timezone } = app;
  const tables = [...app.tables.values()].map((table) => describeTable(app, { table, slice: undefined }));
  const slices = [...app.slices.values()].map((slice) => describeTable(app, { table: slice.table, slice }));
  return { id, name, locale, timezone, tables, slices };
}
