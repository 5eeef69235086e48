import type { Diagnostic } from "../../diagnostics/index.ts";
import { diagnose } from "../../diagnostics/index.ts";
import type { HostCode } from "../../expression/parts.ts";
import { codeFor, declarationOf } from "../../schema/app/host-functions.ts";
import type { EngineOptions } from "./engine-options.ts";

/** The code of every function that a definition leaves to the program, by name. Throws `FunctionsRefused`. */
export function hostCodes({
  definition,
  functions = [],
}: Pick<EngineOptions, "definition" | "functions">): ReadonlyMap<string, HostCode> {
  const codes = new Map<string, HostCode>();
  const refused: Diagnostic[] = [];
  for (const host of definition.functions.values()) {
    const { name, location } = host;
    const declaration = declarationOf(name, functions);
    if (declaration === undefined) {
      if (host.code === undefined)
        refused.push({ ...diagnose("definition/function-without-code", { name }), ...location });
      continue;
    }
    const code = codeFor(host, declaration);
    if ("evaluate" in code) codes.set(name, code);
    else refused.push(code);
  }
  if (refused.length > 0) throw new FunctionsRefused(refused);
  return codes;
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
