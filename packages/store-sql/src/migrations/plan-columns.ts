import { isDeepStrictEqual } from "node:util";
import {
  jsonFormOf,
  otherForms,
  type StoredColumn,
  type StoredTable,
  valueFormOf,
} from "@tablewright/core/storage";
import type { CataloguedTable } from "../catalogue/catalogue.ts";
import type { SqlStoreDialect } from "../store/sql-store-dialect.ts";
import { type LaidOutColumn, SLOT, unusedName } from "../tables/table-layout.ts";
import type { ConvertedLayout } from "./table-plan.ts";

/** The columns of a table compared with those that the database has. */
interface ColumnChanges {
  /** All that the database has afterwards, under the names it has for them until they are renamed. */
  readonly columns: readonly LaidOutColumn[];
  readonly renamed: readonly { readonly column: LaidOutColumn; readonly was: string; readonly to: string }[];
  readonly converted: readonly Omit<ConvertedLayout, "values" | "convert" | "shadow">[];
  /** Whether objects are written otherwise in a way that their values read in. */
  readonly hasOtherFields: boolean;
  readonly added: readonly LaidOutColumn[];
  readonly unnamed: readonly LaidOutColumn[];
}

type Naming = Pick<SqlStoreDialect, "names" | "altersInSteps">;

/** Columns are recognised by their names, and where none has it, by the name that they had before. */
export function planColumns(
  table: StoredTable,
  { columns: existing, shadows }: Pick<CataloguedTable, "columns" | "shadows">,
  drops: boolean,
  naming: Naming,
): ColumnChanges {
  const beside = shadows.map(({ name }) => name);
  const kept = new Map<LaidOutColumn, StoredColumn>();
  for (const column of table.columns) {
    const previous =
      existing.find((one) => one.column === column.name) ?? existing.find((one) => one.column === column.was);
    if (previous !== undefined) kept.set(previous, column);
  }
  const unnamed = existing.filter((one) => !kept.has(one));
  const columns: LaidOutColumn[] = [];
  const renamed: ColumnChanges["renamed"][number][] = [];
  const converted: ColumnChanges["converted"][number][] = [];
  let hasOtherFields = false;
  for (const old of existing) {
    const column = kept.get(old);
    if (column === undefined) {
      if (!drops) columns.push(old);
      continue;
    }
    const { json: before, ...same } = old;
    const now: LaidOutColumn = { ...same, ...formsOf(column) };
    columns.push(now);
    const words =
      now.form === old.form
        ? otherForms(before ?? LIST, now.json ?? LIST)
        : { held: old.form, holds: now.form };
    if (words !== undefined) converted.push({ column: now, held: old.form, words, objects: column.objects });
    else if (!isDeepStrictEqual(before, now.json)) hasOtherFields = true;
    if (now.column === old.column) continue;
    const others = existing.filter((one) => one !== old && !(drops && unnamed.includes(one)));
    const taken = [...beside, ...others.map(({ name }) => name), ...renamed.map(({ to }) => to)];
    const to = naming.altersInSteps ? old.name : nameFor(now.column, taken, naming);
    renamed.push({ column: now, was: old.column, to });
  }
  const added: LaidOutColumn[] = [];
  const isThere = new Set([...kept.values()].map(({ name }) => name));
  for (const column of table.columns) {
    if (isThere.has(column.name)) continue;
    const taken = [...beside, ...columns.map(({ name }) => name), ...renamed.map(({ to }) => to)];
    const name = nameFor(column.name, taken, naming);
    const laidOut = { name, ...formsOf(column) };
    columns.push(laidOut);
    added.push(laidOut);
  }
  return { columns, renamed, converted, hasOtherFields, added, unnamed };
}

function formsOf(column: StoredColumn): Omit<LaidOutColumn, "name"> {
  const { name, objects } = column;
  const form = valueFormOf(column);
  return { column: name, form, ...(objects === undefined ? {} : { json: jsonFormOf(objects) }) };
}

/** Lists of single values, whatever these are. */
const LIST = "list";

/** The name under which a table keeps a column, besides those that are taken. */
export function nameFor(column: string, taken: readonly string[], { names }: Naming): string {
  return unusedName(column, [SLOT, ...names.reserved, ...taken], names);
}
