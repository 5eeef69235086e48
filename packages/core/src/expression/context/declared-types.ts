import { suggest } from "../../diagnostics/index.ts";
import { keyTypeOf, objectOf, type StoredScopeColumn, type TableScope } from "../tree/scope.ts";
import { isScalarKind, listOf, scalar, scalarKinds, shownAs, type Type } from "../tree/type.ts";

/** A column, or a field of an object: its type and, for a Ref, a list or an object, what it points at or holds. */
export interface ColumnScope {
  /** A column type such as `Text`, `Price`, `Enum`, `List`, `Ref`. */
  readonly type: string;
  /** The table a Ref, or the Refs of a list, point at. */
  readonly table?: string | undefined;
  /** The fields of an Object. */
  readonly fields?: DeclaredFields | undefined;
  /** The items of a List, where they are objects or have more to say than `itemType`. */
  readonly of?: string | ColumnScope | undefined;
  /** The type of the items of a List or EnumList, or the base type of an Enum; default Text. */
  readonly itemType?: string | undefined;
  /** How TEXT() shows a Decimal, a Price or a Percent: digits after the point, 0 to 15, and the sign of a Price. */
  readonly decimalDigits?: number | undefined;
  readonly currency?: string | undefined;
  /** Of an Enum or EnumList of texts: cells with other values are errors, and texts compared with it are warned of. */
  readonly values?: readonly (string | number | boolean)[] | undefined;
  /** Cells may have other values, too: `values` are for editors only. */
  readonly allowOtherValues?: boolean | undefined;
}

export type DeclaredFields = Readonly<Record<string, string | ColumnScope>>;

/** Object types by name, each with its fields. */
export type DeclaredTypes = Readonly<Record<string, DeclaredFields>>;

export function makeColumn(
  name: string,
  declared: string | ColumnScope,
  type: Type,
  index: number,
): StoredScopeColumn {
  const column: ColumnScope = typeof declared === "string" ? { type: declared } : declared;
  const { values, itemType = "Text", allowOtherValues = false } = column;
  const offered = itemType === "Text" ? values?.map(String) : undefined;
  const isChosen = (column.type === "Enum" || column.type === "EnumList") && !allowOtherValues;
  return {
    ...{ isVirtual: false, name, type, index },
    ...(offered && { offered, ...(isChosen && { values: offered }) }),
  };
}

/** The members that lead from the document to a part of a declaration. */
type TypePath = readonly (string | number)[];

/** What is wrong with a declaration of types. */
export type TypeProblem =
  | { readonly kind: "unknown type"; readonly name: string; readonly known: readonly string[] }
  | { readonly kind: "reserved name" | "type within itself"; readonly name: string }
  | { readonly kind: "no fields" }
  | { readonly kind: "too deep"; readonly limit: number };

/** What a reader of types is used in. */
export interface TypeSetting {
  /** Receives each problem. Where it returns, the type of what is wrong is Unknown. */
  readonly report: (problem: TypeProblem, path: TypePath) => void;
  /** The names of fields, in the order of the text. Default: the order of the object. */
  readonly fieldNames?: (fields: DeclaredFields, path: TypePath) => readonly string[];
  /** What values of a field must fulfil in addition to its type; reports rules that its type does not have. */
  readonly fieldRules?: (declared: ColumnScope, type: Type, path: TypePath) => Partial<StoredScopeColumn>;
  /** The table that a Ref points at. Where it is missing, Refs and column types that the system fills are unknown. */
  readonly tableOf?: (name: string) => TableScope | undefined;
}

/** Reads declared types. A Ref takes the type of the key of its table, Text where that table is unknown. */
export class TypeReader {
  readonly #types: DeclaredTypes;
  readonly #setting: TypeSetting;
  readonly #read: Map<string, Type>;
  readonly #open = new Set<string>();
  #depth = 0;

  /** `read` holds object types that were read before, by name. */
  constructor(types: DeclaredTypes, setting: TypeSetting, read = new Map<string, Type>()) {
    this.#types = types;
    this.#setting = setting;
    this.#read = read;
  }

  /** Reports object types with names that the language has already. */
  checkNames(): this {
    for (const name of Object.keys(this.#types))
      if (isTypeName(name)) this.#setting.report({ kind: "reserved name", name }, ["types", name]);
    return this;
  }

  /** Reads all object types that are declared by name, so that each problem of theirs is reported, and only once. */
  readAll(names: readonly string[]): this {
    for (const name of names) if (!isTypeName(name)) this.#named(name, ["types", name]);
    return this.checkNames();
  }

  /** The object types that were read, by name. */
  get named(): ReadonlyMap<string, Type> {
    return this.#read;
  }

  /** A reader of further declarations with these object types, whose own problems go to `report`. */
  reportingTo(report: TypeSetting["report"]): TypeReader {
    return new TypeReader(this.#types, { ...this.#setting, report }, this.#read);
  }

  /** The type of a column, a fact, a field or the items of a list, which is declared at `path`. */
  typeOf(declared: string | ColumnScope, path: TypePath = []): Type {
    if (this.#depth >= DEEPEST) return this.#refuse({ kind: "too deep", limit: DEEPEST }, path);
    this.#depth += 1;
    const type = this.#typeOf(declared, path);
    this.#depth -= 1;
    return type;
  }

  #typeOf(declared: string | ColumnScope, path: TypePath): Type {
    const column: ColumnScope = typeof declared === "string" ? { type: declared } : declared;
    const { type, fields, of, itemType = "Text", table } = column;
    const at = typeof declared === "string" ? path : [...path, "type"];
    const item = /^List of (.+)$/su.exec(type)?.[1];
    if (item !== undefined)
      return listOf(this.typeOf(table === undefined ? item : { type: item, table }, at));
    const target = type === "Ref" ? (table ?? "") : /^Ref of (.+)$/su.exec(type)?.[1];
    if (target !== undefined && this.#setting.tableOf !== undefined) return this.#refTo(target);
    if (type === "List" && of !== undefined) return listOf(this.typeOf(of, [...path, "of"]));
    if (type === "List" || type === "EnumList") return listOf(this.#itemType(itemType, table, path));
    if (type === "Enum" && itemType !== "Text") return this.#itemType(itemType, table, path);
    if (type === "Object" && fields !== undefined) return this.#objectOf(fields, [...path, "fields"]);
    if (type === "Object" && of !== undefined) return this.typeOf(of, [...path, "of"]);
    if (type === "Object") return this.#refuse({ kind: "no fields" }, path);
    const isOfColumn = this.#setting.tableOf !== undefined;
    return shownAs(this.#named((isOfColumn && SYSTEM_TYPES.get(type)) || type, at), column);
  }

  #itemType(name: string, table: string | undefined, path: TypePath): Type {
    if (name === "Ref" && this.#setting.tableOf !== undefined) return this.#refTo(table ?? "");
    return this.#named(name, [...path, "itemType"]);
  }

  #named(name: string, path: TypePath): Type {
    const isField = this.#setting.tableOf === undefined;
    if (isScalarKind(name) && !(isField && OPEN_KINDS.has(name))) return scalar(name);
    const read = this.#read.get(name);
    if (read !== undefined) return read;
    const fields = Object.hasOwn(this.#types, name) ? this.#types[name] : undefined;
    if (fields === undefined)
      return this.#refuse(
        {
          kind: "unknown type",
          name,
          known: [...Object.keys(this.#types), ...FIELD_TYPES, ...(isField ? [] : ["Ref"])],
        },
        path,
      );
    if (this.#open.has(name)) return this.#refuse({ kind: "type within itself", name }, path);
    this.#open.add(name);
    const type: Type = { ...this.#objectOf(fields, ["types", name]), name };
    this.#open.delete(name);
    this.#read.set(name, type);
    return type;
  }

  #objectOf(fields: DeclaredFields, path: TypePath): ReturnType<typeof objectOf> {
    const names = this.#setting.fieldNames?.(fields, path) ?? Object.keys(fields);
    const columns = names.map((name, index) => {
      const declared = fields[name] ?? "Text";
      const at = [...path, name];
      const column = { ...makeColumn(name, declared, this.typeOf(declared, at), index), declaredAt: at };
      return typeof declared === "string"
        ? column
        : { ...column, ...this.#setting.fieldRules?.(declared, column.type, at) };
    });
    return objectOf(columns);
  }

  #refTo(table: string): Type {
    const target = this.#setting.tableOf?.(table);
    return { kind: "Ref", table, key: target === undefined ? { kind: "Text" } : keyTypeOf(target) };
  }

  #refuse(problem: TypeProblem, path: TypePath): Type {
    this.#setting.report(problem, path);
    return { kind: "Unknown" };
  }
}

/** Types within one another, named ones included. */
const DEEPEST = 64;

/** For declarations of the program around: throws a TypeError for a problem, with the column or the field that it is of. */
export function throwProblem(problem: TypeProblem, path: TypePath): never {
  throw new TypeError(whereOf(path) + inWords(problem));
}

function whereOf(path: TypePath): string {
  const at = path.lastIndexOf("fields");
  const field = at >= 0 ? path[at + 1] : path[0] === "types" ? path[2] : undefined;
  if (field !== undefined) return `The field "${field}": `;
  return path[0] === "columns" ? `The column "${path[1]}": ` : "";
}

/** The type that is meant by a name: one that is spelt like it, or what other languages call so. */
export function suggestType(name: string, known: readonly string[]): string | undefined {
  return suggest(name, known) ?? (/^str/i.test(name) ? "Text" : /^int/i.test(name) ? "Number" : undefined);
}

function inWords(problem: TypeProblem): string {
  switch (problem.kind) {
    case "unknown type": {
      const meant = suggestType(problem.name, problem.known);
      return `"${problem.name}" is not a column type.${meant === undefined ? "" : ` Did you mean "${meant}"?`}`;
    }
    case "reserved name":
      return `"${problem.name}" is a type of the language already.`;
    case "type within itself":
      return `The type "${problem.name}" holds itself.`;
    case "no fields":
      return "An Object needs its fields.";
    case "too deep":
      return `Types are within one another more than ${problem.limit} levels deep.`;
  }
}

/** Kinds that expressions have and no value declares. */
const OPEN_KINDS: ReadonlySet<string> = new Set(["Unknown", "Any"]);

/** The types of a fact or a field, without the object types of its definition. */
const FIELD_TYPES: readonly string[] = [
  ...scalarKinds.filter((kind) => !OPEN_KINDS.has(kind)),
  "List",
  "EnumList",
  "Object",
];

/** Column types whose values are those of a plainer type. */
const SYSTEM_TYPES: ReadonlyMap<string, string> = new Map([
  ["ChangeCounter", "Number"],
  ["ChangeTimestamp", "DateTime"],
  ["ChangeLocation", "LatLong"],
  ["MultiColumnKey", "Text"],
  ["Show", "Text"],
]);

function isTypeName(name: string): boolean {
  return isScalarKind(name) || FIELD_TYPES.includes(name) || name === "Ref" || SYSTEM_TYPES.has(name);
}
