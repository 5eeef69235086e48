import { TypeReader, throwProblem } from "../../expression/context/declared-types.ts";
import type { NestedFormulas } from "../../expression/context/nested-formulas.ts";
import {
  aboutParameters,
  check,
  declaredSignature,
  type ExpressionScope,
  type FunctionDeclaration,
  type FunctionDefinition,
  formulaFunction,
  hostCodeOf,
  hostFunction,
  isFunctionName,
  refTo,
  type Signature,
  type Type,
} from "../../expression/parts.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { FunctionExample } from "../app/app-definition.ts";
import { codeFor, declarationOf, declaredTypes, type HostFunctionDefinition } from "../app/host-functions.ts";
import { findTable } from "../draft/find-names.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import type { FieldShape } from "../text/object-fields.ts";
import { type Compiling, compileExpression } from "./compile-expression.ts";

type FunctionShape = NonNullable<DefinitionShape["functions"]>[string];

/**
 * The functions of a definition, and those of the program that loads it, added to those that its expressions may call. A body is
 * compiled when it is first called, and at the end those that nothing calls. Returns those whose code is of a program.
 */
export function compileFunctions(
  compiling: Compiling,
  shapes: NonNullable<DefinitionShape["functions"]>,
  functions: Map<string, FunctionDefinition>,
  nested: NestedFormulas,
  types: TypeReader,
  declarations: readonly FunctionDeclaration[],
): ReadonlyMap<string, HostFunctionDefinition> {
  const { report, scope } = compiling;
  const hosts = new Map<string, HostFunctionDefinition>();
  const ofProgram = new TypeReader({}, { report: throwProblem, tableOf: (name) => scope.tables.get(name) });
  const bodies = report.source.names(["functions"], shapes).flatMap((written) => {
    const path = ["functions", written];
    const shape = shapes[written];
    if (shape === undefined) return [];
    const signature = signatureOf(compiling, types, path, written, shape);
    if (!isFreeName(report, path, written, functions)) return [];
    if (!hasBody(report, path, shape)) return [];
    if (shape.host) {
      const host = hostOf(compiling, path, signature.name, shape, declarations);
      hosts.set(signature.name, host);
      functions.set(signature.name, hostFunction({ ...signature, code: host.code, cache: shape.cache }));
      return [];
    }
    const about = { report, scope: aboutParameters(scope, signature.parameters) };
    const body = () =>
      nested.get(`${signature.name}()`, [...path, "formula"], () =>
        compileExpression(about, [...path, "formula"], shape.formula, signature.result),
      );
    functions.set(signature.name, formulaFunction({ ...signature, body }));
    return [body];
  });
  for (const declaration of declarations) {
    const name = declaration.name.toUpperCase();
    if (hosts.has(name)) continue;
    if (functions.has(name)) throw new TypeError(`There is a function ${name} already.`);
    const host = {
      name,
      types: declaredTypes(declaration),
      cache: undefined,
      timeout: undefined,
      location: {},
    };
    const code = hostCodeOf(declaration);
    hosts.set(name, { ...host, code });
    functions.set(
      name,
      hostFunction({ ...declaredSignature(declaration, (one) => ofProgram.typeOf(one)), code }),
    );
  }
  for (const body of bodies) body();
  return hosts;
}

/** Whether a function has a formula, or its code is of the program; only then it says how that is asked. */
function hasBody(
  report: Compiling["report"],
  path: Path,
  { formula, host, cache, timeout }: FunctionShape,
): boolean {
  if (formula === undefined && host === undefined) {
    report.report(path, "definition/missing-member", { name: "formula" }, "name");
    return false;
  }
  if (formula === undefined) return true;
  for (const [second, value] of Object.entries({ host, cache, timeout })) {
    if (value === undefined) continue;
    report.report([...path, second], "definition/exclusive", { first: "formula", second }, "name");
    return false;
  }
  return true;
}

function hostOf(
  { report }: Compiling,
  path: Path,
  name: string,
  { parameters = {}, result, cache, timeout }: FunctionShape,
  declarations: readonly FunctionDeclaration[],
): HostFunctionDefinition {
  const names = report.source.names([...path, "parameters"], parameters);
  const host = {
    name,
    types: [...names.map((one) => parameters[one] ?? ""), result],
    cache,
    timeout: timeout === undefined ? undefined : millisecondsOf(timeout),
    location: report.source.location(path, "name"),
  };
  const declaration = declarationOf(name, declarations);
  if (declaration === undefined) return { ...host, code: undefined };
  const code = codeFor(host, declaration);
  if ("evaluate" in code) return { ...host, code };
  report.add(code);
  return { ...host, code: undefined };
}

/** Of `500ms` or `2s`. */
function millisecondsOf(time: string): number {
  return Number.parseInt(time, 10) * (time.endsWith("ms") ? 1 : 1_000);
}

function signatureOf(
  compiling: Compiling,
  types: TypeReader,
  path: Path,
  written: string,
  { parameters = {}, result, description, examples = {} }: FunctionShape,
): Signature {
  const { report } = compiling;
  const names = report.source.names([...path, "parameters"], parameters);
  const typed = names.map((name) => ({
    name,
    type: typeAt(compiling, types, [...path, "parameters", name], parameters[name] ?? ""),
  }));
  const type = typeAt(compiling, types, [...path, "result"], result);
  const name = written.toUpperCase();
  return { name, description, parameters: typed, result: type, examples: Object.entries(examples) };
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
  types: TypeReader,
  path: Path,
  declared: FieldShape,
): Type {
  const name = typeof declared === "string" ? declared : declared.type;
  const [, list, table] = /^(List of )?Ref of (.+)$/.exec(name) ?? [];
  if (table === undefined) return types.typeOf(declared, path);
  const target = findTable(report, path, scope.tables.values(), table);
  const ref: Type = target === undefined ? { kind: "Unknown" } : refTo(target);
  return list === undefined ? ref : { kind: "List", item: ref };
}

type Functions = NonNullable<DefinitionShape["functions"]>;

/** The examples of functions; one that is no expression is reported where it is written. */
export function compileExamples(
  report: DefinitionReport,
  scope: ExpressionScope,
  functions: Functions,
): readonly FunctionExample[] {
  return report.source.names(["functions"], functions).flatMap((name) => {
    const { examples = {} } = functions[name] ?? {};
    const path = ["functions", name, "examples"];
    return report.source.names(path, examples).flatMap((source) => {
      const { output, diagnostics } = check(source, scope);
      const location = report.source.location([...path, source], "name");
      for (const diagnostic of diagnostics) report.add({ ...diagnostic, ...location });
      return output === undefined
        ? []
        : [{ source, expression: output, answer: examples[source] ?? null, location }];
    });
  });
}
