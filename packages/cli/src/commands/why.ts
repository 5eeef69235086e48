import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { type EngineRequest, parseExactly, printWhy, type WhyRequest } from "@tablewright/core";
import { Command } from "commander";
import { functionsOption } from "../options.ts";
import { withPast } from "../past/with-past.ts";
import { reasonUnread } from "../read-text.ts";
import { printError, type Terminal } from "../terminal.ts";
import { type OpenedApplication, withApplication } from "../with-application.ts";
import { defineCommand } from "./define-command.ts";

interface WhyOptions {
  readonly store: string;
  readonly runAs?: string;
  readonly functions?: string;
  readonly call?: string;
  readonly json?: true;
}

/** Explains why a call does what it does. The call is a dry run, so the store does not change. */
export const whyCommand = defineCommand((terminal, exit) =>
  new Command("why")
    .description(
      "Tell why a call does what it does: the values of every expression, rules met and not met. Nothing is kept.",
    )
    .argument("[definition]", "a definition file, YAML or JSON; an old call has its own")
    .argument("[call]", 'a JSON file: { "table", "Action", "Properties", "Rows" }; - for standard input')
    .option("--store <address>", "where the rows live, such as sqlite:rows.sqlite", "memory:")
    .option("--run-as <email>", "who asks; by default the application's owner")
    .option(
      "--call <id>",
      "an old call by its id in the history: by the definition, the clock and the rows of then",
    )
    .addOption(functionsOption())
    .option("--json", "print the answer and its trace as JSON")
    .action(async (file: string | undefined, call: string | undefined, options: WhyOptions) => {
      const isOld = options.call !== undefined;
      if (isOld ? file === undefined : file !== undefined && call !== undefined)
        return exit(
          await (isOld ? whyThen(options, terminal) : whyFile(file ?? "", call ?? "", options, terminal)),
        );
      terminal.err("error: Give a definition and a call, or --call with --store.");
      return exit(2);
    }),
);

/** Tells why a call of the history did what it did. */
function whyThen({ call = "", json, ...options }: WhyOptions, terminal: Terminal): Promise<number> {
  return withPast(options, terminal, async (engine, copy) => {
    const { output, diagnostics } = await engine.whyThen(call, { copy });
    for (const diagnostic of diagnostics) terminal.err(printError(options.store, "", diagnostic));
    if (output === undefined) return 1;
    const { result, traces } = output;
    const told = traces.map((trace, at) =>
      printWhy({ trace, result: result.ok ? (result.answers[at] ?? NO_ANSWER) : result }, true),
    );
    terminal.out(json ? JSON.stringify(output, null, 2) : told.join("\n"));
    return 0;
  });
}

const NO_ANSWER = { ok: true, rows: [], warnings: [] } as const;

async function whyFile(
  file: string,
  callFile: string,
  { store, runAs, functions, json }: WhyOptions,
  terminal: Terminal,
): Promise<number> {
  const call = await readCallFile(callFile, terminal);
  if (call === undefined) return 1;
  const properties = { ...call.properties, ...(runAs === undefined ? {} : { RunAsUserEmail: runAs }) };
  const use = "action" in call && call.action === "Find" ? "rows" : "changes"; // a dry run of a change is a transaction that is taken back
  const tell = async ({ engine }: OpenedApplication) => {
    const answer = await engine.why({ ...call, properties });
    terminal.out(json ? JSON.stringify(answer, null, 2) : printWhy(answer));
    return true;
  };
  return withApplication(file, store, use, terminal, tell, functions);
}

/**
 * A call as a file has it: the body of a call over HTTP, and the table that its path would name; for an undo the id of a call, for a
 * run by the clock the name of a rule. Undefined after an error.
 */
async function readCallFile(file: string, terminal: Terminal): Promise<WhyRequest | undefined> {
  const refuse = (reason: string) => {
    terminal.err(`${file}: ${reason}`);
    return undefined;
  };
  let written: string;
  try {
    written = file === "-" ? await text(process.stdin) : await readFile(file, "utf8");
  } catch (error) {
    return refuse(`The call cannot be read: ${reasonUnread(error)}.`);
  }
  let call: unknown;
  try {
    call = parseExactly(written);
  } catch (error) {
    return refuse(`The call is not JSON: ${(error as Error).message}.`);
  }
  if (!isObject(call)) return refuse(`This is no call. ${EXPECTED}`);
  const unknown = Object.keys(call).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return refuse(`A call has no member "${unknown}". ${EXPECTED}`);
  const { table, Action: action, Properties: properties = {}, Rows: rows = [] } = call;
  if (typeof call.call === "string") return { call: call.call, properties: {} };
  if (typeof call.rule === "string") return { rule: call.rule };
  if (typeof table !== "string") return refuse(`The call names no "table". ${EXPECTED}`);
  if (typeof action !== "string") return refuse(`The call names no "Action". ${EXPECTED}`);
  if (!isObject(properties)) return refuse(`The "Properties" of the call are no object. ${EXPECTED}`);
  if (!Array.isArray(rows) || !rows.every(isObject))
    return refuse(`The "Rows" of the call are no list of rows. ${EXPECTED}`);
  return { table, action, properties, rows: rows as NonNullable<EngineRequest["rows"]> };
}

const MEMBERS = ["table", "Action", "Properties", "Rows", "call", "rule"];

const EXPECTED =
  'Expected: { "table": "Orders", "Action": "Find", "Properties": {}, "Rows": [] }, { "call": "an id" } or { "rule": "a name" }.';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
