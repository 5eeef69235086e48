import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type AppDefinition,
  type BacktestReport,
  type CallDifference,
  type Engine,
  NOT_RUN,
  type Outcome,
  type OutcomeDifference,
  type ShadowOptions,
} from "@tablewright/core";
import type { FunctionDeclaration } from "@tablewright/core/expression";
import { readProgramModule } from "../program-module.ts";
import { readSoundDefinition } from "../read-definition.ts";
import { reasonUnwritten, writeNew } from "../read-text.ts";
import { counted, printError, type Terminal } from "../terminal.ts";
import { yamlOnFewLines } from "../yaml-text.ts";
import { type PastOptions, withPast } from "./with-past.ts";

export interface BacktestFileOptions extends PastOptions {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  readonly follow?: true;
  readonly limit: number;
  readonly json?: true;
  readonly writeTests?: string;
  /** Ids of the calls that tests are written of. */
  readonly only?: readonly string[];
  /** The definition next to which the files of the candidate's tables are. */
  readonly original?: string;
}

/** What was found of the calls to come so far, as a line of JSON: each has only the differences that the lines before have not. */
export interface FollowedCalls extends BacktestReport {
  /** Milliseconds since 1970-01-01T00:00:00Z: calls that began before were looked at. */
  readonly followedUntil: number;
  /** Whether calls wait that were not looked at. */
  readonly isBehind: boolean;
}

/**
 * Runs calls of the journal of a store again by a definition, and prints what differs. Answers 0 where nothing does, 1 where something
 * does, and 2 where something cannot be read or no call was compared.
 */
export async function backtestFile(
  file: string,
  options: BacktestFileOptions,
  terminal: Terminal,
): Promise<number> {
  const module = await readProgramModule(options.functions, terminal);
  const { original } = options;
  const candidate = module && (await readSoundDefinition(file, terminal, { ...module, original }));
  if (candidate === undefined) return 2;
  return withPast(options, terminal, async (engine, copy) => {
    const { since, limit, follow, json, writeTests: tests, only } = options;
    const isOver = () => terminal.stopped.aborted;
    const past = { limit, copy, isOver };
    const { output: report, diagnostics } = follow
      ? await followCalls(engine, candidate, past, terminal, json)
      : await engine.backtest(candidate, { ...past, since, withRows: tests !== undefined });
    for (const diagnostic of diagnostics) terminal.err(printError(options.store, "", diagnostic));
    if (report === undefined) return 2;
    if (!json) terminal.out(printBacktest(report, file));
    else if (!follow) terminal.out(JSON.stringify(report, undefined, 2));
    if (
      tests !== undefined &&
      !(await saveTests(tests, report, { candidate, functions: module?.functions ?? [], only }, terminal))
    )
      return 2;
    if (report.compared > 0) return report.differing === 0 ? 0 : 1;
    terminal.err("error: Nothing was compared: the journal has no call since then that can be run again.");
    return 2;
  });
}

/** Compares the calls to come, at the lowest priority, until the command is stopped, and prints meanwhile what was found. */
async function followCalls(
  engine: Engine,
  candidate: AppDefinition,
  options: ShadowOptions,
  { out, stopped }: Terminal,
  json: true | undefined,
): Promise<Outcome<BacktestReport>> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { output: shadow, diagnostics } = await engine.shadow(candidate, options);
  if (shadow === undefined) return { output: undefined, diagnostics };
  setPriority(constants.priority.PRIORITY_LOW);
  const printed = { calls: -1, differences: 0 };
  const print = () => {
    const report = shadow.report();
    const { calls, compared, differing } = report;
    if (json) {
      const differences = report.differences.slice(printed.differences);
      const { pendingSince } = shadow;
      const progress = { followedUntil: pendingSince ?? Date.now(), isBehind: pendingSince !== undefined };
      out(JSON.stringify({ ...report, differences, ...progress } satisfies FollowedCalls));
    } else if (calls !== printed.calls)
      out(`${counted(calls, "call")}, ${differing} of ${compared} that were compared differ`);
    printed.calls = calls;
    printed.differences = report.differences.length;
  };
  print();
  const printing = setInterval(print, BETWEEN_LINES);
  try {
    while (!stopped.aborted) {
      const errors = await shadow.advance();
      if (errors.length > 0) return { output: undefined, diagnostics: errors };
      await sleep(BETWEEN_LOOKS, undefined, { signal: stopped }).catch(() => undefined);
    }
    print();
    return { output: shadow.report(), diagnostics: [] };
  } finally {
    clearInterval(printing);
    await shadow.close();
  }
}

/** Milliseconds. */
const BETWEEN_LINES = 1_000;
const BETWEEN_LOOKS = 200;

/** What tests are written by, and of which calls. */
interface TestWriting {
  readonly candidate: AppDefinition;
  readonly functions: readonly FunctionDeclaration[];
  readonly only: readonly string[] | undefined;
}

/** Writes tests of the differences that are shown, or of those of the calls that are named; answers whether it could. */
async function saveTests(
  file: string,
  { differences }: BacktestReport,
  { candidate, functions, only }: TestWriting,
  terminal: Terminal,
): Promise<boolean> {
  const chosen = differences.filter(({ call }) => only?.includes(call) ?? true);
  const { passedBy, writeTests } = await import("./write-tests.ts");
  const written = writeTests(chosen, candidate);
  const { passed, failure } = await passedBy(candidate, written, functions);
  const count = Object.keys(passed).length;
  const text = count === 0 ? "tests: {}\n" : yamlOnFewLines({ tests: passed });
  try {
    await writeNew(file, text, undefined);
  } catch (error) {
    terminal.err(`${file}: The tests cannot be written: ${reasonUnwritten(error)}.`);
    return false;
  }
  const all = Object.keys(written).length;
  const [left, failed] = [chosen.length - all, all - count];
  const reason =
    left === 0
      ? ""
      : `; of ${counted(left, "call")} there is none, as they read too many rows, or only names differ`;
  terminal.err(`${counted(count, "test")} written to ${file}${reason}`);
  if (failure !== undefined)
    terminal.err(
      `${counted(failed, "test")} left out, which the candidate does not pass. The first: ${failure}`,
    );
  return true;
}

/** The report for people. */
export function printBacktest(report: BacktestReport, candidate: string): string {
  const { calls, compared, differing, changed, differences, notRun, examples, asNow, from, until } = report;
  const names = Object.keys(changed);
  const width = names.reduce((most, { length }) => Math.max(most, length), 0);
  const window = from === undefined ? "" : `, from ${from} to ${until}`;
  const left = differing - differences.length;
  return [
    `${counted(calls, "call")}${window}: ${differing === 0 ? "none" : differing} of ${compared} that were compared ${differing === 1 ? "comes" : "come"} to something else by ${candidate}`,
    ...names.map((name) => `  ${name.padEnd(width)}  ${changed[name]}`),
    ...Object.entries(notRun).map(([reason, count]) => {
      const { length, 0: first } = examples[reason as keyof typeof examples] ?? [];
      const example = length === 0 ? "" : `, such as ${first}`;
      return `not compared: ${counted(count, "call")}${example}: ${NOT_RUN[reason as keyof typeof NOT_RUN]}`;
    }),
    ...(asNow.length === 0
      ? []
      : [`without a history, so that their rows are those of now: ${asNow.join(", ")}`]),
    ...differences.flatMap(printDifference),
    ...(left > 0 ? ["", `${left} more; --limit shows more of them`] : []),
  ].join("\n");
}

function printDifference({ call, time, user, action, changed, first }: CallDifference): readonly string[] {
  return [
    "",
    `${time}  ${action} by ${user ?? "an unnamed caller"} (call ${call})`,
    ...changed.map((one) => `  ${printChanged(one)}`),
    ...(first === undefined
      ? []
      : ["  first, then:", indented(first.old), "  first, now:", indented(first.new)]),
  ];
}

function printChanged({ about, name, table, key, column, old, new: now }: OutcomeDifference): string {
  const values = `${shown(old)} → ${shown(now)}`;
  if (about === "cell") return `${table} '${key}' ${column}: ${values}`;
  if (about === "row") return `${table} '${key}': ${old ?? "not changed"} → ${now ?? "not changed"}`;
  return about === "refusal" ? `refused: ${values}` : `event of ${name}: ${values}`;
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

function indented(text: string): string {
  return text.replaceAll(/^/gmu, "    ");
}
