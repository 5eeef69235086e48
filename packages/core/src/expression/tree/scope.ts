import { foldName } from "../../values/index.ts";
import type { CheckedExpression } from "./checked-expression.ts";
import type { ObjectType, ScalarType, Type } from "./type.ts";

/** A table as expressions see it, or a row that belongs to none. */
export interface TableScope {
  /** Empty for a row that belongs to no named table. */
  readonly name: string;
  /** What messages call its columns where they are no columns: "fact or output". */
  readonly columnsAre?: string;
  readonly columns: readonly ScopeColumn[];
  /** The key columns in order; empty for a row without a key. */
  readonly key: readonly StoredScopeColumn[];
  /** Position of the row number within a row: after the stored columns. */
  readonly rowNumberIndex: number;
  /** False for a table of another program, whose rows have none: there is nothing but a blank at that place. */
  readonly hasRowNumbers?: boolean;
  /** Of rows that are the items of a list and in no table: objects, or single values of this type. Each stands for itself. */
  readonly items?: "objects" | Type;
}

/** An object type with these fields. */
export function objectOf(columns: readonly StoredScopeColumn[]): ObjectType {
  return { kind: "Object", shape: itemsOfList("objects", columns) };
}

/** The items of a list as rows that a scan visits. The items of a list of objects have the shape of these. */
export function rowsOfItems(item: Type): TableScope {
  return item.kind === "Object" ? item.shape : itemsOfList(item, []);
}

function itemsOfList(items: "objects" | Type, columns: readonly StoredScopeColumn[]): TableScope {
  return { name: "", columns, key: [], rowNumberIndex: columns.length, hasRowNumbers: false, items };
}

/** A column is a cell of a row, or computed whenever it is read. */
export type ScopeColumn = StoredScopeColumn | VirtualScopeColumn;

export interface StoredScopeColumn {
  readonly isVirtual: false;
  readonly name: string;
  readonly type: Type;
  /** Position within a row. */
  readonly index: number;
  /** The texts that its cells, or the items of their lists, can be; undefined where they may be others. */
  readonly values?: readonly string[] | undefined;
  /** What else its values must be where they are written, of a field of an object. */
  readonly rules?: FieldRules | undefined;
  /** Whether stores are asked to find rows by it, of a field of an object. */
  readonly isIndexed?: true | undefined;
  /** The texts that editors offer for it, of a column that takes others, too. */
  readonly offered?: readonly string[] | undefined;
  /** The members that lead to its declaration, of a field, a parameter, a fact and an output: for editors. */
  readonly declaredAt?: DeclarationPath | undefined;
}

export type DeclarationPath = readonly (string | number)[];

/** What a value of a field must be beyond its type: bounds of numbers, and whether it may be blank. */
export interface FieldRules {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly required?: boolean | undefined;
}

export interface VirtualScopeColumn {
  readonly isVirtual: true;
  readonly name: string;
  readonly type: Type;
  /** Computes it, on its own row; undefined where what the definition says has errors. */
  readonly formula: CheckedExpression | undefined;
}

export interface SliceScope {
  readonly name: string;
  readonly table: TableScope;
  readonly filter: CheckedExpression | undefined;
}

/** The type of a table's key: that of its one key column, or Text where several are joined. */
export function keyTypeOf(table: TableScope): ScalarType {
  const [first, second] = table.key;
  if (first === undefined || second !== undefined) return { kind: "Text" };
  const { type } = first;
  if (type.kind === "Ref") return type.key;
  return type.kind === "List" || type.kind === "Object" ? { kind: "Text" } : type;
}

/** The type of what stands for a row of the table: a Ref, and an item of a list itself. */
export function refTo(table: TableScope): Type {
  if (table.items === "objects") return { kind: "Object", shape: table };
  if (table.items !== undefined) return table.items;
  return { kind: "Ref", table: table.name, key: keyTypeOf(table) };
}

/** What a name means among the declared ones: exactly, else the only one that differs in case, or in how accents are written. */
type NameMatch<T> =
  | { readonly match: T }
  | { readonly match: undefined; readonly candidates: readonly string[] };

/** `candidates` has two or more names when the name is ambiguous, none when it is unknown. */
export function findName<T extends { readonly name: string }>(
  declared: Iterable<T>,
  name: string,
): NameMatch<T> {
  let folded: string | undefined;
  const alike: T[] = [];
  for (const one of declared) {
    if (one.name === name) return { match: one };
    folded ??= foldName(name);
    if (mayFoldTo(folded, one.name) && foldName(one.name) === folded) alike.push(one);
  }
  const [only, second] = alike;
  if (only !== undefined && second === undefined) return { match: only };
  return { match: undefined, candidates: alike.map((one) => one.name) };
}

/** Judged by lengths, as there may be very many names: those of ASCII keep theirs. */
function mayFoldTo(folded: string, name: string): boolean {
  return name.length === folded.length || NOT_ASCII.test(name);
}

const NOT_ASCII = /[^\0-\x7f]/u;
