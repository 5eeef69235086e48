import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type AppDefinition, type Diagnostic, diagnose, type Engine } from "@tablewright/core";
import { type DefinitionEdit, type DefinitionPart, partOfMember } from "@tablewright/core/definition";
import type { DefinitionTrial, TestOutcome } from "@tablewright/http";
import { openStore } from "../stores/open-store.ts";
import { isForTheUser } from "../with-application.ts";

/** What is said of a definition as it would be, by the parts of its text. */
interface Findings {
  /** Of the candidate. */
  readonly parts: readonly DefinitionPart[];
  readonly edits: readonly DefinitionEdit[];
  /** What is said of the present definition. */
  readonly present: readonly Diagnostic[];
  /** Whether the places of diagnostics count in the texts of edits, which could not be put into the file. */
  readonly areInEdits: boolean;
}

/** Diagnostics of a definition in the form of the API: with the part and the edit that each is in, and its place in their text. */
export function writeFindings(
  diagnostics: readonly Diagnostic[],
  { parts, edits, present, areInEdits }: Findings,
): readonly object[] {
  const known = new Set(present.map(identityOf));
  return diagnostics.map((diagnostic) => {
    const { severity, code, message, hint, member, line, character, start, end, example, file } = diagnostic;
    const part = file === undefined && !areInEdits ? partOfMember(parts, member) : undefined;
    const path = part?.path ?? edits.find((edit) => edit.path.join(".") === member)?.path;
    const at = part ? placeIn(part, diagnostic) : areInEdits && line !== undefined && { line, character };
    const edit = edits.findIndex((one) => path !== undefined && isWithin(one.path, path));
    return {
      severity,
      code,
      message: file === undefined ? message : `${basename(file)}: ${message}`,
      hint,
      path,
      ...(edit >= 0 && { edit }),
      ...(at && { at }),
      start,
      end,
      ...(file === undefined && !areInEdits && { line, character }),
      isNew: !known.has(identityOf(diagnostic)),
      example,
    };
  });
}

/** The same in both definitions, wherever it is in the text. */
function identityOf({ code, member, message }: Diagnostic): string {
  return JSON.stringify([code, member, message]);
}

function isWithin(path: readonly (string | number)[], inner: readonly (string | number)[]): boolean {
  return path.every((step, at) => String(step) === String(inner[at]));
}

/** Line and character, from 1, in the text of a part. */
function placeIn(
  { text, isExpression, line: firstLine, character: column, indent }: DefinitionPart,
  { start, line = 1, character = 1 }: Diagnostic,
): { readonly line: number; readonly character: number } {
  if (isExpression) {
    const before = text.slice(0, start ?? 0).split("\n");
    return { line: before.length, character: (before.at(-1)?.length ?? 0) + 1 };
  }
  const before = line === firstLine ? column - 1 : indent;
  return { line: Math.max(line - firstLine + 1, 1), character: Math.max(character - before, 1) };
}

/** A definition that might be served, and its text. */
export interface Candidate {
  readonly definition: AppDefinition;
  readonly text: string;
  /** The tables whose parts were changed. */
  readonly tables: readonly string[];
}

/** What of a trial is done in processes of their own. */
export interface TrialProcesses {
  /** Runs the tests of the definition on the text in a file. */
  readonly runTests: (candidate: string, signal: AbortSignal) => Promise<TestOutcome>;
  /** Runs past calls again by it and shows at most so many; a text says why not. Undefined where the rows are in the memory of this process. */
  readonly runCalls?: (candidate: string, signal: AbortSignal, shown: number) => Promise<object | string>;
}

/** Tries definitions in the place of the one in `file`, one trial after the other. */
export function createTrials(
  file: string,
  engine: () => Engine,
  { runTests, runCalls }: TrialProcesses,
  stopped: AbortSignal,
) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const afterOthers = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (waiting >= MOST_WAITING) return undefined;
    waiting++;
    const own = last.then(work);
    last = own.catch(() => {}).then(() => waiting--);
    return own;
  };
  const inFile = async <T>(
    text: string,
    { signal }: DefinitionTrial,
    work: (candidate: string, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const folder = await mkdtemp(join(tmpdir(), "tablewright-"));
    try {
      const candidate = join(folder, basename(file));
      await writeFile(candidate, text, { mode: 0o600 });
      return await work(candidate, signal === undefined ? stopped : AbortSignal.any([signal, stopped]));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const tries = {
    async tests({ text }: Candidate, trial: DefinitionTrial): Promise<object> {
      const outcome = await inFile(text, trial, runTests);
      return "run" in outcome ? outcome.run : notTried(diagnose("tests/not-run", outcome));
    },
    rows: (candidate: Candidate, trial: DefinitionTrial) => tryRows(engine(), candidate, trial),
    async calls({ text, definition }: Candidate, trial: DefinitionTrial): Promise<object> {
      const { app } = engine();
      if (!app.hasHistory) return notTried(diagnose("history/none", { table: app.name }));
      if (runCalls === undefined) return tryCalls(engine(), definition, trial);
      const outcome = await inFile(text, trial, (path, signal) => runCalls(path, signal, SHOWN_CALLS));
      return typeof outcome === "string"
        ? notTried(diagnose("edit/not-tried", { reason: outcome }))
        : outcome;
    },
  };
  return {
    /** What was asked for, by its name; undefined where too many others wait. */
    run: (
      candidate: Candidate,
      trial: DefinitionTrial,
    ): Promise<Readonly<Record<string, object>> | undefined> =>
      trial.include.length === 0
        ? Promise.resolve({})
        : afterOthers(async () => {
            const found: Record<string, object> = {};
            for (const name of trial.include) {
              trial.signal?.throwIfAborted();
              found[name] = await tries[name](candidate, trial);
            }
            return found;
          }),
  };
}

/** Trials of one application that wait for one another. */
export const MOST_WAITING = 8;

function notTried({ code, message, hint }: Diagnostic): object {
  return { reason: { code, message, ...(hint === undefined ? {} : { hint }) } };
}

async function tryRows(
  engine: Engine,
  { definition, tables }: Candidate,
  { turn, signal }: DefinitionTrial,
): Promise<object> {
  const { output, diagnostics } = await engine.compareRows(definition, {
    first: tables,
    turn,
    ...(signal && { signal }),
    isOver: deadline(),
  });
  return output ?? notTried(diagnostics[0] as Diagnostic);
}

/** On copies of few rows, because meanwhile no call is answered for as long as it takes to copy them. */
async function tryCalls(
  engine: Engine,
  candidate: AppDefinition,
  { signal }: DefinitionTrial,
): Promise<object> {
  const isLate = deadline();
  let complete = true;
  const isOver = () => {
    complete = !isLate() && signal?.aborted !== true;
    return !complete;
  };
  try {
    const { output, diagnostics } = await engine.backtest(candidate, {
      since: Date.now() - MONTH,
      copy: () => openStore("memory:"),
      limit: SHOWN_CALLS,
      mostRows: MOST_ROWS,
      isOver,
    });
    return output === undefined ? notTried(diagnostics[0] as Diagnostic) : { ...output, complete };
  } catch (error) {
    if (!(error instanceof Error && isForTheUser(error))) throw error;
    return notTried(diagnose("edit/not-tried", { reason: error.message }));
  }
}

function deadline(): () => boolean {
  const end = performance.now() + LONGEST;
  return () => performance.now() > end;
}

/** Milliseconds. */
const MONTH = 30 * 86_400_000;
const LONGEST = 20_000;

/** Calls that a trial shows in full. */
const SHOWN_CALLS = 10;
const MOST_ROWS = 5_000;
