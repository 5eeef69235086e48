import { columnType, declaredOutputs } from "../../decisions/columns.ts";
import { compileDecision } from "../../decisions/compile-decision.ts";
import { isFreeName } from "../../decisions/compile-functions.ts";
import type { Fact, RuleSet } from "../../decisions/decision.ts";
import { bodyOf, type HearFired, resultTypeOf } from "../../decisions/decision-body.ts";
import { factPartOf } from "../../decisions/fact-part.ts";
import type { FactShape } from "../../decisions/rules-shape.ts";
import {
  type DecisionWithRows,
  isUnread,
  type ReadTable,
  type TablePlaces,
  withTable,
} from "../../decisions/table-file.ts";
import { hasErrors } from "../../diagnostics/index.ts";
import type { TypeReader } from "../../expression/context/declared-types.ts";
import type { NestedFormulas } from "../../expression/context/nested-formulas.ts";
import {
  aboutParameters,
  type FunctionDefinition,
  formulaFunction,
  jsonReaderOf,
  refTo,
  type TableScope,
  type Type,
} from "../../expression/parts.ts";
import { checkNames } from "../../yaml/check-names.ts";
import type { Compiling } from "../../yaml/compile-expression.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { DecisionDefinition } from "../app/app-definition.ts";
import { findTable } from "../draft/find-names.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";

/** What decisions are compiled with besides the definition. */
export interface DecisionSetting {
  /** Reads the files that decisions name as their rows. */
  readonly readTable: ReadTable | undefined;
  /** Where in these files their cells are, by the names of the decisions. */
  readonly places: Map<string, TablePlaces>;
  readonly fired: HearFired | undefined;
}

/**
 * The decisions of a definition, by their names. Each with an output is a function as well, whose body is made of its rows: it is added
 * to those that expressions may call. Call what is answered once all functions are known: it compiles those that nothing has called.
 */
export function compileDecisions(
  compiling: Compiling,
  { decisions: shapes = {}, types: declared = {} }: DefinitionShape,
  functions: Map<string, FunctionDefinition>,
  nested: NestedFormulas,
  types: TypeReader,
  { readTable, places: placesOf, fired }: DecisionSetting,
): () => ReadonlyMap<string, DecisionDefinition> {
  const { report, scope } = compiling;
  const { locale } = scope;
  const compiled = new Map<string, RuleSet>();
  const tables = new Map<string, ReadonlySet<string>>();
  const drafts = report.source.names(["decisions"], shapes).flatMap((name) => {
    const path = ["decisions", name];
    const shape = shapes[name];
    if (shape === undefined || !isFreeName(report, path, name, functions)) return [];
    const { parameters: given = {}, hit, description } = shape;
    const names = report.source.names([...path, "parameters"], given);
    checkNames(report, "fact", names, (parameter) => [...path, "parameters", parameter]);
    const facts = names.map((parameter, index): Fact => {
      const at = [...path, "parameters", parameter];
      const member = given[parameter] ?? "Text";
      const type = typeAt(compiling, types, at, member);
      const part = factPartOf(report, declared, at, parameter, member, type, locale);
      return { ...part, index, read: jsonReaderOf(type), declaredAt: at };
    });
    const outputs = declaredOutputs(report, path, name, shape).map(([output, at, member]) => {
      const itemType = typeAt(compiling, types, at, member);
      const declaredOutput = typeof member === "string" ? { type: member } : member;
      const part = factPartOf(report, declared, at, output, declaredOutput, itemType, locale);
      return {
        name: output,
        path: at,
        declaredAt: at,
        declared: declaredOutput,
        itemType,
        type: columnType(itemType, hit),
        part,
      };
    });
    checkNames(report, "output", shape.outputs === undefined ? [] : outputs.map((one) => one.name), (one) => [
      ...path,
      "outputs",
      one,
    ]);
    const about = aboutParameters(
      scope,
      facts.map((fact) => ({ ...fact, offered: fact.values?.map(String) })),
    );
    const body = () =>
      nested.get(`${name.toUpperCase()}()`, path, () => {
        const indices = new Map(outputs.map((output, at) => [output.name, facts.length + at]));
        if (isUnread(report, shape.rows, readTable)) return undefined;
        const ownNames = outputs.map((output) => output.name);
        const taken = withTable(report, name, shape, ownNames, names, readTable);
        if (taken.places !== undefined) placesOf.set(name, taken.places);
        const whole = withInputs(taken.shape, names);
        const made = compileDecision({ report, scope: about, locale }, name, path, whole, outputs, indices);
        const decision = { ...made, needs: new Set<number>() };
        tables.set(name, made.tables);
        compiled.set(name, { id: name, name, scope: about, facts, decisions: [decision] });
        const isWhole =
          outputs.length > 0 && (decision.body.kind !== "formula" || !hasErrors(report.diagnostics));
        return isWhole ? bodyOf(decision, about.row as TableScope, locale, fired) : undefined;
      });
    const result = resultTypeOf({ outputs, namesOutputs: shape.outputs !== undefined });
    const own = formulaFunction({ name: name.toUpperCase(), description, parameters: facts, result, body });
    if (outputs.length > 0) functions.set(own.name, own);
    return [{ name, description, body, own }];
  });
  return () => {
    const made = drafts.flatMap(({ name, description, body, own }) => {
      const expression = body();
      const set = compiled.get(name);
      if (set === undefined) return [];
      const read = new Set([...(tables.get(name) ?? []), ...(own.tables?.() ?? [])]);
      return [[name, { name, description, set, body: expression, tables: read }] as const];
    });
    return new Map(made);
  };
}

/** Of a table that names no inputs the parameters are the inputs. */
function withInputs(shape: DecisionWithRows, parameters: readonly string[]): DecisionWithRows {
  if (shape.rows === undefined || shape.inputs !== undefined) return shape;
  return { ...shape, inputs: parameters.map((name) => `[${name}]`) };
}

/** A type of columns and fields, such as `Price`, `Line` and `List of Text`, or `Ref of Orders` and a list of these. */
export function typeAt(
  { report, scope }: Compiling,
  types: TypeReader,
  path: Path,
  declared: FactShape,
): Type {
  const name = typeof declared === "string" ? declared : declared.type;
  const [, list, table] = /^(List of )?Ref of (.+)$/.exec(name) ?? [];
  if (/^(List of )?Ref$/.test(name)) {
    const [target = "Orders"] = scope.tables.keys();
    const at = typeof declared === "string" ? path : [...path, "type"];
    const expected = `a type with the table that it refers to, such as "${name} of ${target}"`;
    report.report(at, "definition/wrong-value", { actual: JSON.stringify(name), expected });
    return { kind: "Unknown" };
  }
  if (table === undefined) return types.typeOf(declared, path);
  const target = findTable(report, path, scope.tables.values(), table);
  const ref: Type = target === undefined ? { kind: "Unknown" } : refTo(target);
  return list === undefined ? ref : { kind: "List", item: ref };
}
