import { addFunctions, type FunctionDeclaration } from "../expression/context/declared-functions.ts";
import { makeColumn, type TypeReader, throwProblem } from "../expression/context/declared-types.ts";
import { smallFunctions } from "../expression/functions/index.ts";
import { type ExpressionScope, scalar, type Type } from "../expression/parts.ts";
import { checkOneOf } from "../yaml/check-names.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import type { FactPart } from "./decision.ts";
import { givesList } from "./hit-policy.ts";
import type { DecisionShape, FactShape, OutputShape } from "./rules-shape.ts";

/** A fact or an output as it is declared, with the type of its column. */
export interface DecisionColumn {
  readonly name: string;
  readonly path: Path;
  readonly declared: Exclude<FactShape | OutputShape, string>;
  /** Of the column. */
  readonly type: Type;
  /** Of one value: a decision that collects has lists of these. */
  readonly itemType: Type;
  /** Of an output, what its fields must be. */
  readonly part?: FactPart;
}

/** A fact, or an output of a decision with a hit policy: a list where the policy gives the values of all rows that match, a number where it counts. */
export function draftOf(
  types: TypeReader,
  path: Path,
  name: string,
  shape: FactShape | OutputShape,
  hit?: DecisionShape["hit"],
): DecisionColumn {
  const declared = typeof shape === "string" ? { type: shape } : shape;
  const itemType = types.typeOf(shape, path);
  return { name, path, declared, itemType, type: columnType(itemType, hit) };
}

/** The outputs of a decision as they are declared, each with its place: those that it names, or one of its own name. */
export function declaredOutputs(
  report: DefinitionReport,
  path: Path,
  name: string,
  shape: Pick<DecisionShape, "outputs" | "type" | "formula" | "rules">,
): readonly (readonly [name: string, path: Path, shape: OutputShape | string])[] {
  const { outputs, type, formula, rules } = shape;
  checkOneOf(report, path, ["formula", "rows", "rules"], "name");
  if (outputs !== undefined && type !== undefined)
    report.report([...path, "type"], "definition/exclusive", { first: "outputs", second: "type" }, "name");
  if (outputs !== undefined && formula !== undefined)
    report.report(
      [...path, "outputs"],
      "definition/exclusive",
      { first: "formula", second: "outputs" },
      "name",
    );
  const hasType = type !== undefined || report.source.part([...path, "type"]) !== undefined;
  if (outputs === undefined && !hasType && rules === undefined)
    report.report(path, "definition/missing-member", { name: "type" }, "name");
  if (outputs !== undefined)
    return report.source
      .names([...path, "outputs"], outputs)
      .map((output) => [output, [...path, "outputs", output], outputs[output] as OutputShape]);
  return type === undefined ? [] : [[name, path, { ...shape, type }]];
}

/** The type of an output under a hit policy: a list where it gives the values of all rows that match, a number where it counts. */
export function columnType(itemType: Type, hit: DecisionShape["hit"]): Type {
  if (hit === "collect count") return scalar("Number");
  if (hit === undefined || !givesList(hit) || itemType.kind === "List") return itemType;
  return { kind: "List", item: itemType };
}

/** The scope of expressions about facts and outputs, whose positions are those in the list. */
export function scopeOf(
  drafts: readonly DecisionColumn[],
  types: TypeReader,
  locale: string,
  functions: readonly FunctionDeclaration[],
): ExpressionScope {
  const columns = drafts.map(({ name, path, declared, type, itemType }, index) => {
    const { type: written, values } = declared;
    const column = { ...makeColumn(name, type === itemType ? declared : "", type, index), declaredAt: path };
    // Facts and outputs have no other values, so that one that is misspelt in a cell is reported.
    const isChosen = (written === "Enum" || written === "EnumList") && values !== undefined;
    return isChosen ? { ...column, values: values.map(String) } : column;
  });
  const scope: ExpressionScope = {
    tables: new Map(),
    slices: new Map(),
    row: {
      name: "",
      columnsAre: "fact or output",
      columns,
      key: [],
      rowNumberIndex: columns.length,
      hasRowNumbers: false,
    },
    this: undefined,
    change: false,
    functions: smallFunctions,
    leftOut: smallFunctions.leftOut,
    blanks: "consistent",
    locale,
  };
  const ofProgram = types.reportingTo(throwProblem);
  return addFunctions(scope, functions, (declared) => ofProgram.typeOf(declared));
}
