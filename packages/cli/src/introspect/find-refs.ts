import type { ForeignKeyDescription } from "@tablewright/store-sql";
import type { IntrospectedColumn, IntrospectedTable } from "./draft-tables.ts";

/** What becomes of the foreign keys of a table. */
export interface Refs {
  /** The table that a column refers to, by the column. */
  readonly targets: ReadonlyMap<
    IntrospectedColumn,
    { readonly table: IntrospectedTable; readonly key: ForeignKeyDescription }
  >;
  /** Of those that can be no Ref: in words, by their only column, or for the table as a whole. */
  readonly notes: readonly { readonly column: IntrospectedColumn | undefined; readonly text: string }[];
}

/** The Refs of all tables: a foreign key of one column to the key of another table, which has one column as well. */
export function findRefs(tables: readonly IntrospectedTable[]): ReadonlyMap<IntrospectedTable, Refs> {
  const refs = new Map<IntrospectedTable, Refs>();
  /** Where the Ref that is the key of a table leads. */
  const keyRefs = new Map<IntrospectedTable, IntrospectedTable>();
  const leadsBack = (from: IntrospectedTable, target: IntrospectedTable) => {
    for (let next: IntrospectedTable | undefined = target; next !== undefined; next = keyRefs.get(next))
      if (next === from) return true;
    return false;
  };
  for (const table of tables) {
    const targets = new Map<IntrospectedColumn, { table: IntrospectedTable; key: ForeignKeyDescription }>();
    const notes: Refs["notes"][number][] = [];
    for (const key of table.described.foreignKeys) {
      const column = table.columns.find(({ described }) => described.name === key.columns[0]);
      const target = tables.find((one) => isTarget(one, key));
      const isKey = table.key.length === 1 && table.key[0] === column;
      const reason =
        reasonAgainst(key, column, target) ??
        (column !== undefined && targets.has(column) ? "a Ref names one table" : undefined) ??
        (isKey && target !== undefined && leadsBack(table, target)
          ? "a key cannot lead back to itself"
          : undefined);
      if (reason === undefined && column !== undefined && target !== undefined) {
        targets.set(column, { table: target, key });
        if (isKey) keyRefs.set(table, target);
      } else
        notes.push({
          column: key.columns.length === 1 ? column : undefined,
          text: inWords(key, reason ?? ""),
        });
    }
    refs.set(table, { targets, notes });
  }
  return refs;
}

function isTarget({ described }: IntrospectedTable, { schema, table }: ForeignKeyDescription): boolean {
  return described.schema === schema && described.name === table;
}

function reasonAgainst(
  { columns, targets }: ForeignKeyDescription,
  column: IntrospectedColumn | undefined,
  target: IntrospectedTable | undefined,
): string | undefined {
  if (columns.length > 1) return "a Ref has one column";
  if (target === undefined) return "that table is not in this file";
  const [only, second] = target.key;
  if (only === undefined || second !== undefined || only.described.name !== targets[0])
    return "it is not the key of that table";
  if (column === undefined) return "the type of the column is not supported";
  return familyOf(column) === familyOf(only) ? undefined : "the types differ";
}

/** A Ref holds what the key holds. */
function familyOf({ described, chosen }: IntrospectedColumn): string {
  if (["text", "uuid", "enum"].includes(described.kind)) return "text";
  return chosen.type === "Price" ? "Decimal" : chosen.type;
}

function inWords({ columns, table, targets }: ForeignKeyDescription, reason: string): string {
  const subject = columns.length === 1 ? "refers" : `(${columns.join(", ")}) refers`;
  return `${subject} to ${table} (${targets.join(", ")}); not a Ref: ${reason}`;
}
