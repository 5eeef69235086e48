import type { ColumnScope } from "../expression/context/declared-types.ts";
import { readScope, type Scope } from "../expression/context/scope.ts";
import { smallFunctions } from "../expression/functions/index.ts";
import type { ExpressionScope, Type } from "../expression/parts.ts";
import { checkOneOf } from "../yaml/check-names.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import { columnScopeOf, type DeclaredTypes, typeOf } from "./declared-types.ts";
import { givesList } from "./hit-policy.ts";
import type { DecisionShape, FieldShape, OutputShape } from "./rules-shape.ts";

/** A fact or an output as it is declared, with the type of its column. */
export interface ColumnDraft {
  readonly name: string;
  readonly path: Path;
  readonly declared: Exclude<FieldShape | OutputShape, string>;
  /** Of one value: a decision that collects has lists of these. */
  readonly itemType: Type;
  readonly column: ColumnScope;
}

/** A fact or an output with its type; reports a type that there is not. */
export function draftOf(
  report: DefinitionReport,
  types: DeclaredTypes,
  path: Path,
  name: string,
  shape: FieldShape | OutputShape,
): ColumnDraft {
  const declared = typeof shape === "string" ? { type: shape } : shape;
  const column = columnScopeOf(declared);
  const type = typeOf(report, types, path, shape);
  const known = type === undefined ? { type: "Unknown" } : column;
  return { name, path, declared, itemType: type ?? { kind: "Unknown" }, column: known };
}

/** The outputs of a decision as they are declared, each with its place: those that it names, or one of its own name. */
export function declaredOutputs(
  report: DefinitionReport,
  path: Path,
  name: string,
  shape: Pick<DecisionShape, "outputs" | "type" | "rules">,
): readonly (readonly [name: string, path: Path, shape: OutputShape | string])[] {
  const { outputs, type, rules } = shape;
  checkOneOf(report, path, ["formula", "rows", "rules"], "name");
  if (outputs !== undefined && type !== undefined)
    report.report([...path, "type"], "definition/exclusive", { first: "outputs", second: "type" }, "name");
  if (outputs === undefined && type === undefined && rules === undefined)
    report.report(path, "definition/missing-member", { name: "type" }, "name");
  if (outputs !== undefined)
    return report.source
      .names([...path, "outputs"], outputs)
      .map((output) => [output, [...path, "outputs", output], outputs[output] as OutputShape]);
  return type === undefined ? [] : [[name, path, { ...shape, type }]];
}

/** The column of an output: a list where the policy gives the values of all rows that match, a number where it counts. */
export function columnOf({ column, itemType }: ColumnDraft, hit: DecisionShape["hit"]): ColumnScope {
  if (hit === "collect count") return { type: "Number" };
  if (hit === undefined || !givesList(hit)) return column;
  return itemType.kind === "List" ? column : { type: "List", of: column };
}

/** The scope of expressions about facts and outputs, whose positions are those in the list. */
export function scopeOf(
  columns: readonly ColumnDraft[],
  types: DeclaredTypes,
  locale: string,
  functions: NonNullable<Scope["functions"]>,
): ExpressionScope {
  const declared: Scope["columns"] = Object.fromEntries(columns.map(({ name, column }) => [name, column]));
  const scope = readScope(smallFunctions, { columns: declared, types: types.scope, locale, functions });
  const row = scope.row as NonNullable<ExpressionScope["row"]>;
  const byName = new Map(row.columns.map((column) => [column.name, column]));
  // An object has names such as "1" before all others, and positions follow the order of the definition.
  const ordered = columns.flatMap(({ name, declared: { type, values } }, index) => {
    const column = byName.get(name);
    if (column === undefined || column.isVirtual) return [];
    // Facts and outputs have no other values, so that one that is misspelt in a cell is told.
    const isChosen = (type === "Enum" || type === "EnumList") && values !== undefined;
    return [{ ...column, index, ...(isChosen ? { values: values.map(String) } : {}) }];
  });
  return {
    ...scope,
    row: { ...row, columns: ordered, rowNumberIndex: ordered.length, hasRowNumbers: false },
    change: false,
  };
}
