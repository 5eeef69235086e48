import { type ExecFileOptions, execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import type { Engine } from "@tablewright/core";
import {
  type ConsoleFiles,
  type EventOperator,
  fetchHandlerOf,
  type RecordApi,
  type RecordApiOptions,
  type RuleTester,
  type TestOutcome,
} from "@tablewright/http";
import type { OperatorLog } from "../log/operator-log.ts";
import { packageVersion } from "../platform.ts";
import { withoutPassword } from "../stores/open-store.ts";
import type { OpenApplication } from "./open-application.ts";
import type { Reload } from "./reload-applications.ts";

/** What runs the tests next to the definition of each application, by its id. */
export function testsOf(
  applications: readonly OpenApplication[],
  functions: string | undefined,
  stopped: AbortSignal,
): (id: string) => RuleTester | undefined {
  const testers = new Map(
    applications.map(({ engine, file }) => [engine.app.id, ruleTester(file, functions, stopped)] as const),
  );
  return (id) => testers.get(id);
}

/** In a process of their own, by the definition as it is in its file now: whatever tests do, calls are answered meanwhile. */
function ruleTester(definition: string, functions: string | undefined, stopped: AbortSignal): RuleTester {
  let last: object | undefined;
  let running: Promise<TestOutcome> | undefined;
  return {
    last: () => last,
    run() {
      running ??= runTests(definition, { original: definition, functions, signal: stopped })
        .then((outcome) => {
          if ("run" in outcome) last = outcome.run;
          return outcome;
        })
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}

interface TestedDefinition {
  /** The file of the definition that is served, next to which its tests are. */
  readonly original: string;
  /** The module with the code of functions. */
  readonly functions: string | undefined;
  readonly signal: AbortSignal;
}

/** Runs the tests of a definition on the text of a `candidate` file. */
async function runTests(
  candidate: string,
  { original, functions, signal }: TestedDefinition,
): Promise<TestOutcome> {
  const command = ["test", candidate, "--original", original, "--reporter", "json", "--coverage"];
  const { out, errors, isLate } = await runCommand([...command, ...functionsIn(functions)], { signal });
  if (out.startsWith("{")) return { run: { at: new Date().toISOString(), ...withoutFolders(out) } };
  if (isLate) return { reason: `They took longer than ${LONGEST / 1_000} seconds.` };
  return { reason: reasonIn(errors, candidate, original) };
}

/** Runs calls of the last 30 days again by a candidate, on copies in its folder; a text says why it cannot. */
async function runCalls(
  candidate: string,
  {
    original,
    functions,
    signal,
    address,
    shown,
  }: TestedDefinition & { readonly address: string; readonly shown: number },
): Promise<object | string> {
  const shows = ["--json", "--on-disk", "--limit", String(shown)];
  const command = ["backtest", candidate, "--original", original, ...shows];
  // The address may have a password, and others see arguments.
  const env = { ...process.env, TABLEWRIGHT_STORE: address, TMPDIR: dirname(candidate) };
  const { out, errors, isLate } = await runCommand([...command, ...functionsIn(functions)], {
    signal,
    env,
    killSignal: "SIGTERM", // it reports what it has found
  });
  if (out.startsWith("{")) return { ...JSON.parse(out), complete: !isLate };
  return isLate
    ? `They took longer than ${LONGEST / 1_000} seconds.`
    : reasonIn(errors.replaceAll(address, withoutPassword(address)), candidate, original);
}

function functionsIn(module: string | undefined): readonly string[] {
  return module === undefined ? [] : ["--functions", module];
}

interface CommandOutcome {
  readonly out: string;
  readonly errors: string;
  /** Whether it was ended because it took too long. */
  readonly isLate: boolean;
}

/** Runs a command of this program in a process of its own, for so long at most. */
function runCommand(
  command: readonly string[],
  options: Pick<ExecFileOptions, "env" | "killSignal" | "signal">,
): Promise<CommandOutcome> {
  const [program = ""] = process.argv.slice(1);
  const bounds = { timeout: LONGEST, maxBuffer: LARGEST, killSignal: "SIGKILL", ...options } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [...process.execArgv, program, ...command], bounds, (error, out, errors) =>
      resolve({ out: String(out), errors: String(errors), isLate: error?.killed === true }),
    );
  });
}

/** Milliseconds, and characters. */
const LONGEST = 120_000;
const LARGEST = 20_000_000;
const LONGEST_REASON = 2_000;

function reasonIn(errors: string, ...files: readonly string[]): string {
  const text = files.reduce((left, file) => left.replaceAll(`${dirname(file)}/`, ""), errors).trim();
  return text.slice(0, LONGEST_REASON) || "They ended without a result.";
}

/** Files are named as next to the definition: where a server keeps them is its own matter. */
function withoutFolders(output: string): object {
  return JSON.parse(output, (name, value) =>
    name === "file" && typeof value === "string" ? basename(value) : value,
  );
}

/** What changes the definition of each application, by its id; `reload` answers why one is not served, by its place. */
export async function editorsOf(
  applications: readonly OpenApplication[],
  {
    engineAt,
    reload,
    functions: module,
    stopped,
    log,
  }: {
    readonly engineAt: (at: number) => Engine;
    readonly reload: Reload;
    /** The module with the code of functions. */
    readonly functions: string | undefined;
    readonly stopped: AbortSignal;
    readonly log: OperatorLog;
  },
): Promise<NonNullable<RecordApiOptions["definitions"]>> {
  const { definitionEditor } = await import("../edit/definition-editor.ts"); // which most starts do without
  const editors = new Map(
    applications.map(({ engine, file, functions, address }, at) => {
      const edited = {
        file,
        functions,
        engine: () => engineAt(at),
        reload: async () => (await reload()).get(at),
        runTests: (candidate: string, signal: AbortSignal) =>
          runTests(candidate, { original: file, functions: module, signal }),
        ...(!address.startsWith("memory:") && {
          runCalls: (candidate: string, signal: AbortSignal, shown: number) =>
            runCalls(candidate, { original: file, functions: module, signal, address, shown }),
        }),
        stopped,
        log,
      };
      return [engine.app.id, definitionEditor(edited)] as const;
    }),
  );
  return (id) => editors.get(id);
}

type Handler = (request: Request) => Promise<Response>;

/**
 * What answers the assistants of each application. Their calls go to the server's own record web API, so whatever holds of other
 * callers holds of them. The network address was counted with the request of the assistant, and is not again.
 */
export function assistantsOf(recordApi: () => RecordApi): (app: string) => Handler {
  const handlers = new Map<string, Promise<Handler>>();
  return (app) => async (request) => {
    const handler = handlers.get(app) ?? makeHandler(recordApi(), app);
    handlers.set(app, handler);
    return (await handler)(request);
  };
}

/** What speaks the protocol is loaded with the first request, which most starts do without. */
async function makeHandler(recordApi: RecordApi, app: string): Promise<Handler> {
  const { mcpHttpHandler } = await import("@tablewright/mcp");
  const send = fetchHandlerOf(recordApi);
  return mcpHttpHandler({ app, version: packageVersion(), send: (request) => send(request) });
}

/** What operators do with the events of each application, by its id; loaded when it is first used. `engineAt` gives its engine of the moment. */
export function eventOperatorsOf(
  applications: readonly OpenApplication[],
  engineAt: (at: number) => Engine,
  readOnly: boolean,
): (id: string) => EventOperator | undefined {
  return (id) => {
    const at = applications.findIndex(({ engine }) => engine.app.id === id);
    const application = applications[at];
    if (application === undefined) return undefined;
    const operator = async () => {
      const { eventOperator } = await import("@tablewright/delivery");
      return eventOperator(application.store, id, Date.now, () => engineAt(at).eventOrder);
    };
    return {
      readOnly,
      list: async (choice) => (await operator()).list(choice),
      retry: async (chosen) => (await operator()).retry(chosen),
      drop: async (chosen) => (await operator()).drop(chosen),
    };
  };
}

/** The built console, where it is wanted. In sources that were not built, a page in its place says how to build it. */
export async function consoleFiles(isWanted: boolean): Promise<ConsoleFiles | undefined> {
  if (!isWanted) return undefined;
  const { readConsole } = await import("@tablewright/console"); // which other starts do without
  return (await readConsole()) ?? new Map([["index.html", NOT_BUILT]]);
}

const NOT_BUILT = {
  type: "text/plain; charset=utf-8",
  bytes: Buffer.from(
    "The console is not built. Run this in the repository, and start the server again:\n\n" +
      "  node packages/tooling/build-console-if-needed.mjs\n",
  ),
};
