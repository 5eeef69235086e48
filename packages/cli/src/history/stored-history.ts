import type { ChangeRecord, RevertedChange } from "@tablewright/core";
import { counted, printError, type Terminal } from "../terminal.ts";
import { type OpenedApplication, withApplication } from "../with-application.ts";

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
  const work = async ({ engine }: OpenedApplication) => {
    const { output, diagnostics } = await engine.history({ table, key });
    for (const diagnostic of diagnostics) terminal.err(printError(file, "", diagnostic));
    if (output === undefined) return false;
    terminal.out(json ? JSON.stringify(output, null, 2) : output.versions.map(recordedLines).join("\n"));
    return true;
  };
  return withApplication(file, address, "records", terminal, work, functions);
}

function recordedLines({
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
}: ChangeRecord): string {
  const by = [user, accessKey && `key "${accessKey}"`].filter(Boolean).join(", ");
  const why = [cause.action, ...cause.rules].join(" > ");
  return [
    `${time}  ${operation} by ${by || "an unnamed caller"}: ${why} (call ${call})`,
    ...changedLines(before, after),
    ...concealed.map((name) => `    ${name}: changed`),
    ...unreadable.map((name) => `    ${name}: blank where the database had a value that is none of its type`),
  ].join("\n");
}

/** A line for each column of a change: what it had, and what it came to have. */
function changedLines(before: ChangeRecord["before"], after: ChangeRecord["after"]): readonly string[] {
  return Object.keys({ ...before, ...after }).map((name) => {
    const values = [before, after].flatMap((image) => (image === null ? [] : [JSON.stringify(image[name])]));
    return `    ${name}: ${values.join(" → ")}`;
  });
}

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
  const work = async ({ engine }: OpenedApplication) => {
    const result = await engine.undo({ call, properties: { DryRun: dryRun ?? false } });
    const diagnostics = result.ok ? result.warnings : result.diagnostics;
    for (const diagnostic of diagnostics) terminal.err(printError(file, "", diagnostic));
    if (!result.ok) return false;
    const done = `${dryRun ? "This would change" : "Changed"} ${counted(result.rows.length, "row")}.`;
    terminal.out(
      json ? JSON.stringify(result.rows, null, 2) : [...result.rows.map(undoneLines), done].join("\n"),
    );
    return true;
  };
  return withApplication(file, address, "changes", terminal, work, functions);
}

function undoneLines({ table, operation, key, before, after }: RevertedChange): string {
  return [`${operation} ${table} '${key}'`, ...changedLines(before, after)].join("\n");
}

/** Trims the journal, the outbox and the history of runs of a store and prints how much that was; answers the exit code. */
export function trimStored(
  file: string,
  { store, functions }: { readonly store: string; readonly functions?: string },
  terminal: Terminal,
): Promise<number> {
  const trim = async ({ engine }: OpenedApplication) => {
    const { removed, events, runs } = await engine.trimHistory();
    const counts = [removed, events, runs].map((count) => count.toLocaleString("en-US"));
    terminal.out(
      `Entries removed from the journal: ${counts[0]}. Events: ${counts[1]}. Runs of rules: ${counts[2]}.`,
    );
    return true;
  };
  return withApplication(file, store, "changes", terminal, trim, functions);
}
