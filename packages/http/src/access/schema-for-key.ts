import { type AccessKey, type AppSchema, mayCall, mayReach, type TableSchema } from "@tablewright/core";

/** What a key may know of an application: nothing of tables, slices and actions that it may not name in a call. */
export function appSchemaForKey(schema: AppSchema, key: AccessKey): AppSchema {
  const reached = (tables: readonly TableSchema[]) =>
    tables.filter(({ name }) => mayReach(key, name)).map((table) => tableSchemaForKey(table, key));
  return { ...schema, tables: reached(schema.tables), slices: reached(schema.slices) };
}

export function tableSchemaForKey(schema: TableSchema, key: AccessKey): TableSchema {
  const { name, sliceOf, columns, updates, actions, slices, ...rest } = schema;
  return {
    name,
    ...(sliceOf !== undefined && mayReach(key, sliceOf) ? { sliceOf } : {}),
    ...rest,
    columns: columns.map(({ table, ...column }) =>
      table !== undefined && mayReach(key, table) ? { ...column, table } : column,
    ),
    updates: updates === "expression" ? updates : updates.filter((mode) => mayCall(key, mode)),
    actions: actions.filter((action) => mayCall(key, action.name)),
    slices: slices.filter((slice) => mayReach(key, slice)),
  };
}
