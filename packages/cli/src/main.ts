#!/usr/bin/env node
/** The `tablewright` command as a process: its arguments, its output, its signals and its exit code. */
import { run } from "./run.ts";

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    stop.abort();
    setTimeout(() => process.exit(), 10_000).unref();
  });
}
process.stdout.on("error", () => process.exit()); // whoever read the output has gone

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  stopped: stop.signal,
});
