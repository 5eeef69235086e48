/** The `tablewright` command as a process: its arguments, its output, its signals and its exit code. */
import { run } from "./run.ts";
import { hasRowsToSave } from "./stores/open-store.ts";

/** A terminal that is closed hangs up on what runs on it, and that ends. */
const IS_ON_TERMINAL = process.stdin.isTTY || process.stdout.isTTY;
const stop = new AbortController();
const hurry = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  // A further signal hastens the end and does not kill: rows may be on their way into a file.
  process.on(signal, () => {
    const isFirst = !stop.signal.aborted;
    (isFirst ? stop : hurry).abort(signal);
    giveUpAfter(isFirst ? 10_000 : 1_000);
  });
}
process.stdout.on("error", () => stop.abort("its output is closed")); // the reader of the output has gone
process.stderr.on("error", () => {}); // the reader of the log has gone, and rows are still to be saved

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  ...(process.stderr.isTTY
    ? {
        status: (text: string) =>
          process.stderr.write(`\r\x1b[K${text.slice(0, process.stderr.columns - 1)}`),
      }
    : {}),
  environment: process.env,
  ...(IS_ON_TERMINAL ? {} : { onHangUp: (callback: () => void) => void process.on("SIGHUP", callback) }),
  stopped: stop.signal,
  hurried: hurry.signal,
});
// All is done and closed. What keeps the process alive all the same, such as a call that was cut off, is not waited for.
if (stop.signal.aborted) setTimeout(() => process.exit(), 1_000).unref();

/** Ends a process that does not come to its end by itself. Rows that would be lost are saved before, and then it has a second more. */
function giveUpAfter(milliseconds: number, isSaving = false): void {
  const giveUp = () => {
    if (hasRowsToSave()) return giveUpAfter(100, true);
    if (isSaving) return giveUpAfter(1_000);
    process.stderr.write("The command did not end in time and was cut off.\n");
    process.exit(1);
  };
  setTimeout(giveUp, milliseconds).unref();
}
