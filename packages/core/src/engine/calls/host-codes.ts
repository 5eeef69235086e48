import { codeFor, declarationOf } from "../../decisions/compile-functions.ts";
import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import { checkFunctionList, type FunctionDeclaration, type HostCode } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { EngineOptions } from "./engine-options.ts";

/** The code of every function that a definition leaves to the program, by name. Throws `FunctionsRefused`. */
export function hostCodes({
  definition,
  functions = [],
}: Pick<EngineOptions, "definition" | "functions">): ReadonlyMap<string, HostCode> {
  checkFunctionList(functions);
  const codes = new Map<string, HostCode>();
  const refused: Diagnostic[] = [];
  for (const host of definition.functions.values()) {
    const { name, location } = host;
    const declaration = declarationOf(name, functions);
    if (declaration === undefined) {
      if (host.code !== undefined) codes.set(name, host.code);
      else refused.push({ ...diagnose("definition/function-without-code", { name }), ...location });
      continue;
    }
    const code = codeFor(host, declaration);
    if ("evaluate" in code) codes.set(name, code);
    else refused.push(code);
  }
  if (refused.length > 0) throw new FunctionsRefused(refused);
  return codes;
}

/** Declarations of the functions of a definition that have no code: each call of them fails. */
export function withoutCode(definition: AppDefinition): readonly FunctionDeclaration[] {
  return [...definition.functions.values()]
    .filter(({ code }) => code === undefined)
    .map(({ name, types }) => ({
      name,
      parameters: types.slice(0, -1).map((type, at) => ({ name: `${at}`, type })),
      result: types.at(-1) as string,
      evaluate: () => {
        throw new Error(`The function ${name} has no code here.`);
      },
    }));
}

/** Functions without code, or with other types than the definition declares. */
class FunctionsRefused extends Error {
  readonly code: Diagnostic["code"];
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(sentenceOf).join("\n"));
    this.name = "FunctionsRefused";
    this.code = (diagnostics[0] as Diagnostic).code;
    this.diagnostics = diagnostics;
  }
}

function sentenceOf({ file, line, character, message, hint }: Diagnostic): string {
  const place = line === undefined ? "" : `${file ?? "definition"}:${line}:${character}: `;
  return `${place}${message}${hint === undefined ? "" : ` ${hint}`}`;
}
