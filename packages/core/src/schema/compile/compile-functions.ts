import {
  aboutParameters,
  type CheckedExpression,
  type FunctionDefinition,
  formulaFunction,
  isFunctionName,
  refTo,
  type Signature,
  type Type,
} from "../../expression/parts.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import { findTable } from "../draft/find-names.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import type { FieldShape } from "../text/object-fields.ts";
import type { FieldTypes } from "../typing/field-types.ts";
import { type Compiling, compileExpression } from "./compile-expression.ts";

type FunctionShape = NonNullable<DefinitionShape["functions"]>[string];

/** Compiles a formula when it is first asked for, by its name; one that needs itself is reported. */
export interface CompileOnce {
  get(name: string, path: Path, compile: () => CheckedExpression | undefined): CheckedExpression | undefined;
}

/** The functions of a definition, added to those that its expressions may call. A body is compiled when it is first called, and at the end those that nothing calls. */
export function compileFunctions(
  compiling: Compiling,
  shapes: NonNullable<DefinitionShape["functions"]>,
  functions: Map<string, FunctionDefinition>,
  nested: CompileOnce,
  types: FieldTypes,
): void {
  const { report, scope } = compiling;
  const bodies = report.source.names(["functions"], shapes).flatMap((written) => {
    const path = ["functions", written];
    const shape = shapes[written];
    if (shape === undefined) return [];
    const signature = signatureOf(compiling, types, path, written, shape);
    if (!isFreeName(report, path, written, functions)) return [];
    const about = { report, scope: aboutParameters(scope, signature.parameters) };
    const body = () =>
      nested.get(`${signature.name}()`, [...path, "formula"], () =>
        compileExpression(about, [...path, "formula"], shape.formula, signature.result),
      );
    functions.set(signature.name, formulaFunction({ ...signature, body }));
    return [body];
  });
  for (const body of bodies) body();
}

function signatureOf(
  compiling: Compiling,
  types: FieldTypes,
  path: Path,
  written: string,
  { parameters = {}, result, description }: FunctionShape,
): Signature {
  const { report } = compiling;
  const names = report.source.names([...path, "parameters"], parameters);
  const typed = names.map((name) => ({
    name,
    type: typeAt(compiling, types, [...path, "parameters", name], parameters[name] ?? ""),
  }));
  const type = typeAt(compiling, types, [...path, "result"], result);
  const name = written.toUpperCase();
  return { name, description, parameters: typed, result: type };
}

/** Whether a function can have the name, and none has it; reports why not. */
export function isFreeName(
  report: DefinitionReport,
  path: Path,
  name: string,
  functions: ReadonlyMap<string, unknown>,
): boolean {
  const isName = isFunctionName(name);
  if (isName && !functions.has(name.toUpperCase())) return true;
  const expected = isName ? "a name that no other function has" : "letters, digits and _, a letter first";
  report.report(path, "definition/wrong-value", { actual: JSON.stringify(name), expected }, "name");
  return false;
}

/** A type of columns and fields, such as `Price`, `Line` and `List of Text`, or `Ref of Orders` and a list of these. */
export function typeAt(
  { report, scope }: Compiling,
  types: FieldTypes,
  path: Path,
  declared: FieldShape,
): Type {
  const name = typeof declared === "string" ? declared : declared.type;
  const [, list, table] = /^(List of )?Ref of (.+)$/.exec(name) ?? [];
  if (table === undefined) return types.typeOf(path, declared);
  const target = findTable(report, path, scope.tables.values(), table);
  const ref: Type = target === undefined ? { kind: "Unknown" } : refTo(target);
  return list === undefined ? ref : { kind: "List", item: ref };
}
