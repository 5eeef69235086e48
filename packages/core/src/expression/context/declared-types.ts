import { suggest } from "../../diagnostics/index.ts";
import { keyTypeOf, objectOf, type StoredScopeColumn, type TableScope } from "../tree/scope.ts";
import { isScalarKind, listOf, scalar, scalarKinds, shownAs, type Type } from "../tree/type.ts";

/** A column, or a field of an object: its type and, for a Ref, a list or an object, what it points at or holds. */
export interface ColumnScope {
  /** A column type such as `Text`, `Price`, `Enum`, `List`, `Ref`. */
  readonly type: string;
  /** The table a Ref, or the Refs of a list, point at. */
  readonly table?: string;
  /** The fields of an Object. */
  readonly fields?: Readonly<Record<string, string | ColumnScope>>;
  /** The items of a List, where they are objects or have more to say than `itemType`. */
  readonly of?: string | ColumnScope;
  /** The type of the items of a List or EnumList, or the base type of an Enum; default Text. */
  readonly itemType?: string;
  /** How TEXT() shows a Decimal, a Price or a Percent: digits after the point, 0 to 15, and the sign of a Price. */
  readonly decimalDigits?: number;
  readonly currency?: string;
  /** Kept for editors; evaluation does not need them. */
  readonly values?: readonly string[];
}

/** Object types by name, each with its fields. */
export type DeclaredTypes = Readonly<Record<string, Readonly<Record<string, string | ColumnScope>>>>;

export function makeColumn(
  name: string,
  declared: string | ColumnScope,
  type: Type,
  index: number,
): StoredScopeColumn {
  const { values, itemType = "Text" } = typeof declared === "string" ? {} : declared;
  const offered = itemType === "Text" ? values : undefined;
  return { isVirtual: false, name, type, index, ...(offered && { offered }) };
}

/** The type that is declared; `where` begins the message of the TypeError for one that there is not. */
type TypeReader = (declared: string | ColumnScope, where?: string) => Type;

/** Reads declared column types; a Ref takes the key type of its table, Text where the table is unknown. */
export function columnTypeReader(
  tableOf: (name: string) => TableScope | undefined,
  types: DeclaredTypes = {},
): TypeReader {
  const known = Object.keys(types).find((name) => isScalarKind(name) || OWN_TYPES.has(name));
  if (known !== undefined) throw new TypeError(`"${known}" is a type of the language already.`);
  const shapes = new Map<string, Type>();
  const open = new Set<string>();
  const shapeNamed = (name: string): Type | undefined => {
    const fields = Object.hasOwn(types, name) ? types[name] : undefined;
    if (fields === undefined || shapes.has(name)) return shapes.get(name);
    if (open.has(name)) throw new TypeError(`The type "${name}" holds itself.`);
    open.add(name);
    const shape = objectWith(fields);
    open.delete(name);
    shapes.set(name, shape);
    return shape;
  };
  const objectWith = (fields: NonNullable<ColumnScope["fields"]>): Type =>
    objectOf(
      Object.entries(fields).map(([name, declared], index) =>
        makeColumn(name, declared, typeOf(declared, `The field "${name}": `), index),
      ),
    );
  const refTo = (table: string): Type => {
    const target = tableOf(table);
    return { kind: "Ref", table, key: target === undefined ? { kind: "Text" } : keyTypeOf(target) };
  };
  const named = (type: string, table: string | undefined, where: string): Type => {
    if (type === "Ref") return refTo(table ?? "");
    if (isScalarKind(type)) return scalar(type);
    const shape = shapeNamed(type);
    if (shape !== undefined) return shape;
    const meant = suggest(type, [...scalarKinds, ...OWN_TYPES, ...Object.keys(types)]);
    const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    throw new TypeError(`${where}"${type}" is not a column type.${hint}`);
  };
  const typeOf: TypeReader = (declared, where = "") => {
    const {
      type,
      fields,
      of,
      table,
      itemType = "Text",
    } = typeof declared === "string" ? ({ type: declared } as ColumnScope) : declared;
    const list = /^List of (.+)$/.exec(type);
    if (list?.[1] !== undefined)
      return listOf(typeOf(table === undefined ? list[1] : { type: list[1], table }, where));
    const ref = /^Ref of (.+)$/.exec(type);
    if (ref?.[1] !== undefined) return refTo(ref[1]);
    if (type === "List" && of !== undefined) return listOf(typeOf(of, where));
    if (type === "Object") {
      if (fields === undefined) throw new TypeError("An Object needs its fields.");
      return objectWith(fields);
    }
    if (type === "List" || type === "EnumList") return listOf(named(itemType, table, where));
    if (type === "Enum" && itemType !== "Text") return named(itemType, table, where);
    return shownAs(
      named(SYSTEM_TYPES.get(type) ?? type, table, where),
      typeof declared === "string" ? {} : declared,
    );
  };
  return typeOf;
}

const OWN_TYPES: ReadonlySet<string> = new Set(["Object", "List", "EnumList", "Ref"]);

/** Column types whose values are those of a plainer type. */
const SYSTEM_TYPES: ReadonlyMap<string, string> = new Map([
  ["ChangeCounter", "Number"],
  ["ChangeTimestamp", "DateTime"],
  ["ChangeLocation", "LatLong"],
  ["MultiColumnKey", "Text"],
  ["Show", "Text"],
]);
