import { execFile } from "node:child_process";
import { basename, dirname } from "node:path";
import type { RuleTester, TestOutcome } from "@tablewright/http";
import type { OpenApplication } from "./open-application.ts";

/** What runs the tests next to the definition of each application, by its id. */
export function testsOf(
  applications: readonly OpenApplication[],
  stopped: AbortSignal,
): (id: string) => RuleTester | undefined {
  const testers = new Map(
    applications.map(({ engine, file }) => [engine.app.id, ruleTester(file, stopped)] as const),
  );
  return (id) => testers.get(id);
}

/** In a process of their own, by the definition as it is in its file now: whatever tests do, calls are answered meanwhile. */
function ruleTester(definition: string, stopped: AbortSignal): RuleTester {
  let last: object | undefined;
  let running: Promise<TestOutcome> | undefined;
  return {
    last: () => last,
    run() {
      running ??= runTests(definition, stopped)
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

function runTests(definition: string, signal: AbortSignal): Promise<TestOutcome> {
  const [program = ""] = process.argv.slice(1);
  const command = ["test", definition, "--reporter", "json", "--coverage"];
  const bounds = { timeout: LONGEST, maxBuffer: LARGEST, killSignal: "SIGKILL", signal } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, [...process.execArgv, program, ...command], bounds, (error, out, errors) => {
      if (out.startsWith("{")) resolve({ run: { at: new Date().toISOString(), ...withoutFolders(out) } });
      else if (error?.killed) resolve({ reason: `they took longer than ${LONGEST / 1_000} seconds.` });
      else resolve({ reason: reasonIn(errors, definition) });
    });
  });
}

/** Milliseconds, and characters. */
const LONGEST = 120_000;
const LARGEST = 20_000_000;
const LONGEST_REASON = 2_000;

function reasonIn(errors: string, definition: string): string {
  const text = errors.replaceAll(`${dirname(definition)}/`, "").trim();
  return text.slice(0, LONGEST_REASON) || "they ended without a result.";
}

/** Files are named as next to the definition: where a server keeps them is its own matter. */
function withoutFolders(output: string): object {
  return JSON.parse(output, (name, value) =>
    name === "file" && typeof value === "string" ? basename(value) : value,
  );
}
