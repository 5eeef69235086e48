import { suggest } from "../../diagnostics/index.ts";
import {
  familyOf,
  isScalarKind,
  objectOf,
  type StoredScopeColumn,
  scalar,
  shownAs,
  type Type,
} from "../../expression/parts.ts";
import { checkNames } from "../../yaml/check-names.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import { columnTypeNamed, columnTypes } from "../column-types/index.ts";
import { type FieldShape, itemOfList } from "../text/object-fields.ts";

type Fields = Readonly<Record<string, FieldShape>>;

/** The object types of a definition: the named ones of `types`, and those that columns and fields declare. */
export class FieldTypes {
  readonly #report: DefinitionReport;
  readonly #types: Readonly<Record<string, Fields>>;
  readonly #known = new Map<string, Type>();
  readonly #open = new Set<string>();

  constructor(report: DefinitionReport, types: Readonly<Record<string, Fields>> = {}) {
    this.#report = report;
    this.#types = types;
    const names = report.source.names(["types"], types);
    checkNames(report, "type", names, (name) => ["types", name]);
    for (const name of names) {
      if (columnTypeNamed(name) !== undefined || isScalarKind(name)) {
        const details = { actual: JSON.stringify(name), expected: "a name that no column type has" };
        report.report(["types", name], "definition/wrong-value", details, "name");
      } else this.#named(name, ["types", name]);
    }
  }

  /** The type that a column, a field or the items of a list declare; what is no type is reported, and is unknown. */
  typeOf(path: Path, shape: FieldShape): Type {
    const declared = typeof shape === "string" ? { type: shape } : shape;
    const at = typeof shape === "string" ? path : [...path, "type"];
    const { type, fields, of, itemType } = declared;
    const listed = itemOfList(type);
    if (listed !== undefined) return { kind: "List", item: this.#named(listed, at) };
    if (type === "List" || type === "EnumList") {
      const item = of === undefined ? this.#named(itemType ?? "Text", [...path, "itemType"]) : undefined;
      return { kind: "List", item: item ?? this.typeOf([...path, "of"], of ?? "Text") };
    }
    if (type === "Object" && fields !== undefined) return this.#objectOf([...path, "fields"], fields);
    if (type === "Object" && of !== undefined) return this.typeOf([...path, "of"], of);
    if (type === "Object") {
      this.#report.report(path, "definition/missing-option", { option: "fields", type }, "name");
      return UNKNOWN;
    }
    return shownAs(this.#named(type, at), declared);
  }

  #named(name: string, path: Path): Type {
    if (isScalarKind(name) && name !== "Unknown" && name !== "Any") return scalar(name);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const fields = Object.hasOwn(this.#types, name) ? this.#types[name] : undefined;
    if (fields === undefined) {
      const names = [...Object.keys(this.#types), ...columnTypes.map((one) => one.name)];
      this.#report.report(path, "definition/unknown-type", { name, suggestion: suggest(name, names) });
      return UNKNOWN;
    }
    if (this.#open.has(name)) {
      const details = { actual: JSON.stringify(name), expected: "a type that does not hold itself" };
      this.#report.report(path, "definition/wrong-value", details);
      return UNKNOWN;
    }
    this.#open.add(name);
    const type = this.#objectOf(["types", name], fields);
    this.#open.delete(name);
    this.#known.set(name, type);
    return type;
  }

  #objectOf(path: Path, fields: Fields): Type {
    const names = this.#report.source.names(path, fields);
    checkNames(this.#report, "field", names, (name) => [...path, name]);
    return objectOf(
      names.map((name, index) => {
        const shape = fields[name] as FieldShape;
        const type = this.typeOf([...path, name], shape);
        const declared = typeof shape === "string" ? undefined : shape;
        return { isVirtual: false, name, index, type, ...this.#rulesOf([...path, name], declared, type) };
      }),
    );
  }

  /** Reports rules that mean nothing for the type of a field. */
  #rulesOf(
    path: Path,
    shape: Exclude<FieldShape, string> | undefined,
    type: Type,
  ): Partial<StoredScopeColumn> {
    if (shape === undefined) return {};
    const { required } = shape;
    const values = shape.values?.filter((value) => typeof value === "string");
    const [min, max] = [shape.min, shape.max].map((one) => (typeof one === "number" ? one : undefined));
    const family = familyOf(type.kind === "List" ? type.item : type);
    const refuse = (option: string) =>
      this.#report.report([...path, option], "definition/option", { option, type: shape.type }, "name");
    if (values !== undefined && values.length > 0 && family !== "text") refuse("values");
    if (min !== undefined && family !== "number") refuse("min");
    if (max !== undefined && family !== "number") refuse("max");
    const hasRules = min !== undefined || max !== undefined || required === true;
    return { ...(values?.length && { values }), ...(hasRules && { rules: { min, max, required } }) };
  }
}

const UNKNOWN: Type = { kind: "Unknown" };
