import {
  aboutParameters,
  type CheckedExpression,
  columnTypeReader,
  type FunctionDefinition,
  formulaFunction,
  isFunctionName,
  type Signature,
  type Type,
} from "../../expression/parts.ts";
import type { Path } from "../../yaml/definition-source.ts";
import type { DefinitionShape } from "../text/definition-shape.ts";
import { type Compiling, compileExpression } from "./compile-expression.ts";

type FunctionShape = NonNullable<DefinitionShape["functions"]>[string];

/** Compiles a formula when it is first asked for, by its name; one that needs itself is reported. */
interface CompileOnce {
  get(name: string, path: Path, compile: () => CheckedExpression | undefined): CheckedExpression | undefined;
}

/** The functions of a definition, added to those that its expressions may call. A body is compiled when it is first called. */
export function compileFunctions(
  compiling: Compiling,
  shapes: NonNullable<DefinitionShape["functions"]>,
  functions: Map<string, FunctionDefinition>,
  nested: CompileOnce,
): () => void {
  const { report, scope } = compiling;
  const bodies = report.source.names(["functions"], shapes).flatMap((written) => {
    const path = ["functions", written];
    const shape = shapes[written];
    const signature = shape && signatureOf(compiling, path, written, shape);
    if (shape === undefined || signature === undefined) return [];
    if (functions.has(signature.name)) {
      const expected = "a name that no other function has";
      report.report(path, "definition/wrong-value", { actual: JSON.stringify(written), expected }, "name");
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
  // Bodies that nothing calls have errors, too.
  return () => {
    for (const body of bodies) body();
  };
}

function signatureOf(
  compiling: Compiling,
  path: Path,
  written: string,
  { parameters = {}, result, description }: FunctionShape,
): Signature | undefined {
  const { report } = compiling;
  if (!isFunctionName(written)) {
    const expected = "letters, digits and _, a letter first";
    report.report(path, "definition/wrong-value", { actual: JSON.stringify(written), expected }, "name");
    return undefined;
  }
  const names = report.source.names([...path, "parameters"], parameters);
  const typed = names.map((name) => ({
    name,
    type: typeAt(compiling, [...path, "parameters", name], parameters[name] ?? ""),
  }));
  const type = typeAt(compiling, [...path, "result"], result);
  if (type === undefined || typed.some((one) => one.type === undefined)) return undefined;
  const name = written.toUpperCase();
  return { name, description, parameters: typed as Signature["parameters"], result: type };
}

/** The type that a column type's name stands for, as in a scope: `Price`, `List of Text`, `Ref of Orders`. */
function typeAt({ report, scope }: Compiling, path: Path, name: string): Type | undefined {
  try {
    return columnTypeReader((table) => scope.tables.get(table))(name);
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    const expected = "a type such as Price, List of Text or Ref of Orders";
    report.report(path, "definition/wrong-value", { actual: JSON.stringify(name), expected });
    return undefined;
  }
}
