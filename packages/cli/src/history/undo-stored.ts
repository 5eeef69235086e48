import type { UndoneChange } from "@tablewright/core";
import { count } from "../count.ts";
import { printError } from "../print-error.ts";
import type { Terminal } from "../terminal.ts";
import { type Application, withApplication } from "../with-application.ts";
import { changedLines } from "./changed-lines.ts";

export interface UndoOptions {
  readonly store: string;
  readonly dryRun?: true;
  readonly json?: true;
  readonly functions?: string;
}

/** Takes back a call in the name of the owner, and prints what was changed for it; answers the exit code. */
export function undoStored(
  file: string,
  call: string,
  { store: address, dryRun, json, functions }: UndoOptions,
  terminal: Terminal,
): Promise<number> {
  const work = async ({ engine }: Application) => {
    const result = await engine.undo({ call, properties: { DryRun: dryRun ?? false } });
    const diagnostics = result.ok ? result.warnings : result.diagnostics;
    for (const diagnostic of diagnostics) terminal.err(printError(file, "", diagnostic));
    if (!result.ok) return false;
    const done = `${dryRun ? "This would change" : "Changed"} ${count(result.rows.length, "row")}.`;
    terminal.out(
      json ? JSON.stringify(result.rows, null, 2) : [...result.rows.map(inLines), done].join("\n"),
    );
    return true;
  };
  return withApplication(file, address, "changes", terminal, work, functions);
}

function inLines({ table, operation, key, before, after }: UndoneChange): string {
  return [`${operation} ${table} '${key}'`, ...changedLines(before, after)].join("\n");
}
