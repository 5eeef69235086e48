import { findName } from "../../expression/parts.ts";
import { foldName } from "../../values/index.ts";
import { listType } from "../column-types/list.ts";
import type { ColumnDraft, TableDraft } from "../draft/draft-tables.ts";

interface Reference {
  readonly source: TableDraft;
  readonly column: ColumnDraft;
  readonly target: string;
}

/**
 * Gives every table a virtual column for each stored Ref that points at it: the rows that do. A column of the same name
 * that the definition declares is used in its place. Refs that lead nowhere, or between tables without a key, have none.
 */
export function addRelatedColumns(tables: ReadonlyMap<string, TableDraft>): ReadonlyMap<string, TableDraft> {
  const references = [...tables.values()].flatMap((source) => referencesOf(source, tables));
  return new Map(
    [...tables.values()].map((table) => {
      const pointing = references.filter(({ target }) => target === table.name);
      return [table.name, { ...table, columns: [...table.columns, ...relatedColumns(table, pointing)] }];
    }),
  );
}

function referencesOf(source: TableDraft, tables: ReadonlyMap<string, TableDraft>): readonly Reference[] {
  return source.columns.flatMap((column) => {
    const { match } = findName(tables.values(), column.shape.table ?? "");
    const isStoredRef = column.declared?.name === "Ref" && !column.isVirtual;
    const haveKeys = source.key.length > 0 && match !== undefined && match.key.length > 0;
    return isStoredRef && haveKeys ? [{ source, column, target: match.name }] : [];
  });
}

/** Names that another table's Refs have taken already are made different by the Ref column. */
function relatedColumns(table: TableDraft, references: readonly Reference[]): readonly ColumnDraft[] {
  const declared = new Set(table.columns.map(({ name }) => foldName(name)));
  const added = new Map<string, ColumnDraft>();
  for (const reference of references) {
    const { source, column } = reference;
    const plain = relatedName(source.name);
    const isOnly = references.filter((other) => other.source === source).length === 1;
    const isPlain = isOnly && !added.has(foldName(plain));
    const name = isPlain ? plain : `${plain} By ${column.name}`;
    const folded = foldName(name);
    if (!declared.has(folded) && !added.has(folded)) added.set(folded, relatedColumn(table, name, reference));
  }
  return [...added.values()];
}

/** `Related Orders` for Orders, `Related Staffs` for Staff. */
function relatedName(table: string): string {
  return /s$/i.test(table) ? `Related ${table}` : `Related ${table}s`;
}

function relatedColumn({ path }: TableDraft, name: string, { source, column }: Reference): ColumnDraft {
  const formula = `REF_ROWS(${quoted(source.name)}, ${quoted(column.name)})`;
  return {
    name,
    path: [...path, "columns", name],
    shape: { type: listType.name, itemType: "Ref", table: source.name, formula },
    declared: listType,
    isDeclared: false,
    isVirtual: true,
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
