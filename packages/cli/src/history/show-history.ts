import type { RecordedChange } from "@tablewright/core";
import { printError } from "../print-error.ts";
import type { Terminal } from "../terminal.ts";
import { type Application, withApplication } from "../with-application.ts";
import { changedLines } from "./changed-lines.ts";

export interface ShowOptions {
  readonly store: string;
  readonly json?: true;
  readonly functions?: string;
}

/** Prints the versions of a row as the owner sees them; answers the exit code. */
export function showHistory(
  file: string,
  table: string,
  key: string,
  { store: address, json, functions }: ShowOptions,
  terminal: Terminal,
): Promise<number> {
  const work = async ({ engine }: Application) => {
    const { output, diagnostics } = await engine.history({ table, key });
    for (const diagnostic of diagnostics) terminal.err(printError(file, "", diagnostic));
    if (output === undefined) return false;
    terminal.out(json ? JSON.stringify(output, null, 2) : output.versions.map(inLines).join("\n"));
    return true;
  };
  return withApplication(file, address, "records", terminal, work, functions);
}

function inLines({
  time,
  operation,
  user,
  accessKey,
  cause,
  call,
  before,
  after,
  concealed = [],
  unreadable = [],
}: RecordedChange): string {
  const by = [user, accessKey && `key "${accessKey}"`].filter(Boolean).join(", ");
  const why = [cause.action, ...cause.rules].join(" > ");
  return [
    `${time}  ${operation} by ${by || "an unnamed caller"}: ${why} (call ${call})`,
    ...changedLines(before, after),
    ...concealed.map((name) => `    ${name}: changed`),
    ...unreadable.map((name) => `    ${name}: blank where the database had a value that is none of its type`),
  ].join("\n");
}
