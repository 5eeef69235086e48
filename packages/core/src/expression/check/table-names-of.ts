/** What has tables and slices by name: the scope of an expression or a definition. */
interface Named {
  readonly tables: ReadonlyMap<string, unknown>;
  readonly slices: ReadonlyMap<string, unknown>;
}

/** The names that a table column may begin with, longest first; mostly the same list for the same tables and slices. */
export function tableNamesOf({ tables, slices }: Named): readonly string[] {
  const last = namesByTables.get(tables);
  if (last?.slices === slices) return last.names;
  const names = [...tables.keys(), ...slices.keys()].sort((a, b) => b.length - a.length);
  namesByTables.set(tables, { slices, names });
  return names;
}

/** The filters of slices are checked against the same tables before there are slices. */
const namesByTables = new WeakMap<
  Named["tables"],
  { readonly slices: Named["slices"]; readonly names: readonly string[] }
>();
