import { type Diagnostic, diagnoseDefinition, type Location } from "../diagnostics/index.ts";
import { TypeReader, throwProblem } from "../expression/context/declared-types.ts";
import { type NestedFormula, NestedFormulas } from "../expression/context/nested-formulas.ts";
import {
  aboutParameters,
  type CheckedExpression,
  check,
  declaredSignature,
  type ExpressionScope,
  type FunctionDeclaration,
  type FunctionDefinition,
  formulaFunction,
  type HostCode,
  hostCodeOf,
  hostFunction,
  isFunctionName,
  type Signature,
  type Type,
} from "../expression/parts.ts";
import type { JsonValue } from "../values/index.ts";
import { type Compiling, compileExpression } from "../yaml/compile-expression.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import type { Path } from "../yaml/definition-source.ts";
import type { FunctionShapes } from "./rules-shape.ts";

type FunctionShape = FunctionShapes[string];

/** With what the functions of a definition, of rules or of an application, are compiled. */
interface CompilingFunctions extends Compiling {
  /** What expressions may call by its name in capitals: the functions are added to it. */
  readonly functions: Map<string, FunctionDefinition>;
  readonly nested: NestedFormulas;
  /** Reads the type of a parameter or of a result; reports one that there is not. */
  readonly typeAt: (path: Path, declared: string) => Type;
  /** Those of the program around that loads the definition. */
  readonly declarations: readonly FunctionDeclaration[];
}

/** A function of a definition as its author wrote it. */
export interface OwnFunction {
  /** In capitals, as expressions call it in any case. */
  readonly name: string;
  readonly description: string | undefined;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly result: string;
  /** Undefined where the code is of a program. */
  readonly formula: string | undefined;
  /** Calls with their answers in JSON form. */
  readonly examples: Readonly<Record<string, JsonValue>>;
}

export interface CompiledFunctions {
  /** In the order of the definition. */
  readonly written: readonly OwnFunction[];
  /** Those whose code is of a program. */
  readonly hosts: ReadonlyMap<string, HostFunctionDefinition>;
  /** Warns of those that nothing has called. To be called when every expression of the definition is compiled. */
  reportUnused(): void;
}

/**
 * The functions of a definition, and those of the program that loads it, added to those that its expressions may call. A body is
 * compiled when it is first called, and at the end those that nothing calls.
 */
export function compileFunctions(
  compiling: CompilingFunctions,
  shapes: FunctionShapes = {},
): CompiledFunctions {
  const { report, scope, functions, nested, declarations } = compiling;
  const hosts = new Map<string, HostFunctionDefinition>();
  const called = new Set<string>();
  const ofProgram = new TypeReader({}, { report: throwProblem, tableOf: (name) => scope.tables.get(name) });
  const names = report.source.names(["functions"], shapes);
  const bodies = names.flatMap((written) => {
    const path = ["functions", written];
    const shape = shapes[written];
    if (shape === undefined) return [];
    const signature = signatureOf(compiling, path, written, shape);
    if (!isFreeName(report, path, written, functions)) return [];
    if (!hasBody(report, path, shape)) return [];
    if (shape.host) {
      const host = hostOf(compiling, path, signature.name, shape, declarations);
      hosts.set(signature.name, host);
      const made = hostFunction({ ...signature, code: host.code, cache: shape.cache });
      functions.set(signature.name, noting(called, made));
      return [];
    }
    const about = { report, scope: aboutParameters(scope, signature.parameters) };
    const body = () =>
      nested.get(`${signature.name}()`, [...path, "formula"], () =>
        compileExpression(about, [...path, "formula"], shape.formula, signature.result),
      );
    functions.set(signature.name, noting(called, formulaFunction({ ...signature, body })));
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
  const reportUnused = () => {
    for (const written of names)
      if (!called.has(written.toUpperCase()))
        report.report(["functions", written], "definition/unused-function", { name: written }, "name");
  };
  const written = names.flatMap((name) => writtenAs(name, shapes[name]) ?? []);
  return { written, hosts, reportUnused };
}

function writtenAs(name: string, shape: FunctionShape | undefined): OwnFunction | undefined {
  if (shape === undefined) return undefined;
  const { description, parameters = {}, result, formula, examples = {} } = shape;
  return {
    name: name.toUpperCase(),
    description,
    parameters: Object.entries(parameters).map(([parameter, type]) => ({ name: parameter, type })),
    result,
    formula: formula === undefined ? undefined : String(formula),
    examples,
  };
}

/** The function, which takes note of a call when that is checked. */
function noting(called: Set<string>, definition: FunctionDefinition): FunctionDefinition {
  const check: FunctionDefinition["check"] = (form) => {
    called.add(definition.name);
    return definition.check(form);
  };
  return { ...definition, check };
}

/** Formulas within one another, of which those that cannot be compiled are reported. */
export function nestedFormulasOf(report: DefinitionReport): NestedFormulas {
  return new NestedFormulas({
    cycle: (way) => {
      const [{ name, path }] = way as [NestedFormula];
      const columns = [...way.map((one) => one.name), name];
      report.report(path, "definition/formula-cycle", { columns });
    },
    tooDeep: ({ path }, limit) => report.report(path, "limit/formulas", { limit }),
  });
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
  { report, typeAt }: CompilingFunctions,
  path: Path,
  written: string,
  { parameters = {}, result, description, examples = {} }: FunctionShape,
): Signature {
  const names = report.source.names([...path, "parameters"], parameters);
  const typed = names.map((name) => ({
    name,
    type: typeAt([...path, "parameters", name], parameters[name] ?? ""),
    declaredAt: [...path, "parameters", name],
  }));
  const type = typeAt([...path, "result"], result);
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

/** A call of a function with the answer that it must give. */
export interface FunctionExample {
  /** As it is written. */
  readonly source: string;
  readonly expression: CheckedExpression;
  /** In JSON form. */
  readonly answer: JsonValue;
  readonly location: Location;
}

/** The examples of functions; one that is no expression is reported where it is written. */
export function compileExamples(
  report: DefinitionReport,
  scope: ExpressionScope,
  functions: FunctionShapes = {},
): readonly FunctionExample[] {
  return report.source.names(["functions"], functions).flatMap((name) => {
    const { examples = {} } = functions[name] ?? {};
    const path = ["functions", name, "examples"];
    return report.source.names(path, examples).flatMap((source) => {
      report.observer?.expression([...path, source], source, scope, 0, undefined, "name");
      const { output, diagnostics } = check(source, scope);
      const location = report.source.location([...path, source], "name");
      for (const diagnostic of diagnostics) report.add({ ...diagnostic, ...location });
      return output === undefined
        ? []
        : [{ source, expression: output, answer: examples[source] ?? null, location }];
    });
  });
}

/** A function whose code is of the program around. The definition declares its signature, or the program that loads it. */
export interface HostFunctionDefinition {
  readonly name: string;
  /** The types of its parameters and of its result, as they are declared. */
  readonly types: readonly string[];
  /** What the definition says about how it is asked; undefined leaves it to the code. */
  readonly cache: HostCode["cache"] | undefined;
  readonly timeout: number | undefined;
  /** Where the definition declares it. */
  readonly location: Pick<Diagnostic, "file" | "line" | "character" | "member">;
  /** Undefined where it is given to the engine. */
  readonly code: HostCode | undefined;
}

/** The code that a program gives for a function, or in which way it differs from the signature. */
export function codeFor(
  { name, types, cache, timeout, location }: Omit<HostFunctionDefinition, "code">,
  declaration: FunctionDeclaration,
): HostCode | Diagnostic {
  const given = declaredTypes(declaration);
  if (!isSame(types, given)) {
    const details = { name, declared: signatureText(types), given: signatureText(given) };
    return { ...diagnoseDefinition("definition/function-differs", details), ...location };
  }
  const code = hostCodeOf(declaration);
  if (code.isAsync && cache === "none")
    return { ...diagnoseDefinition("definition/uncached-function", { name }), ...location };
  return { ...code, cache: cache ?? "call", timeout: timeout ?? code.timeout };
}

/** The declaration with a name, in which upper and lower case are the same. */
export function declarationOf(
  name: string,
  declarations: readonly FunctionDeclaration[],
): FunctionDeclaration | undefined {
  return declarations.find((one) => one.name.toUpperCase() === name);
}

function declaredTypes({ parameters = [], result }: FunctionDeclaration): readonly string[] {
  return [...parameters.map(({ type }) => type), result].map((type) =>
    typeof type === "string" ? type : type.type,
  );
}

function isSame(types: readonly string[], others: readonly string[]): boolean {
  return types.length === others.length && types.every((type, at) => type.trim() === others[at]?.trim());
}

function signatureText(types: readonly string[]): string {
  return `(${types.slice(0, -1).join(", ")}) → ${types.at(-1)}`;
}
