import { type Diagnostic, diagnoseDefinition } from "../diagnostics/index.ts";
import { type FunctionDeclaration, type HostCode, hostCodeOf } from "../expression/parts.ts";

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

export function declaredTypes({ parameters = [], result }: FunctionDeclaration): readonly string[] {
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
