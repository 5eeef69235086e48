import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { HostSteps } from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import { reasonUnread } from "./read-text.ts";
import type { Terminal } from "./terminal.ts";

/** Code of the user that a definition calls: functions of expressions, and what the steps `call` of rules do. */
export interface ProgramModule {
  readonly functions: readonly FunctionDeclaration[];
  readonly steps: HostSteps;
}

const NO_MODULE: ProgramModule = { functions: [], steps: {} };

/** The exports `functions` and `steps` of a module; undefined where it has neither or cannot be loaded, which has been reported. */
export async function readProgramModule(
  file: string | undefined,
  terminal: Pick<Terminal, "err">,
): Promise<ProgramModule | undefined> {
  if (file === undefined) return NO_MODULE;
  try {
    await access(file);
    const module: Partial<ProgramModule> = await import(pathToFileURL(resolve(file)).href);
    const { functions = [], steps = {} } = module;
    const wrong = wrongExport(module, functions, steps);
    if (wrong === undefined) return { functions, steps };
    terminal.err(`${file}: ${wrong}`);
  } catch (thrown) {
    const isUnread = thrown instanceof Error && "syscall" in thrown;
    const reason = isUnread ? `${reasonUnread(thrown)}.` : thrown instanceof Error ? thrown.message : thrown;
    terminal.err(`${file}: the module cannot be loaded: ${reason}`);
  }
  return undefined;
}

function wrongExport(module: object, functions: unknown, steps: unknown): string | undefined {
  if (!("functions" in module) && !("steps" in module))
    return 'the module exports neither "functions", a list by defineFunction, nor "steps", functions by the names of steps';
  if (!Array.isArray(functions) || !functions.every(isDeclaration))
    return '"functions" is a list whose items have a name, a result and a function "evaluate", as defineFunction takes them';
  const isSteps = typeof steps === "object" && steps !== null;
  if (!isSteps || !Object.values(steps).every((step) => typeof step === "function"))
    return '"steps" is an object of functions by the names of steps';
  return undefined;
}

function isDeclaration(one: unknown): boolean {
  const { name, result, evaluate } = (one ?? {}) as Partial<FunctionDeclaration>;
  return typeof name === "string" && result !== undefined && typeof evaluate === "function";
}
