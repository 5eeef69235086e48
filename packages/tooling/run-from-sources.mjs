// Runs the command line from its sources, in the folder that npm was called from. Refuses a Node that is too old before any
// source is loaded, and ends with the shell between npm and this process: npm tells the shell alone that it is to stop.
import { readFileSync } from "node:fs";

/** What `serve` is asked for when it serves no page. */
const PAGELESS = new Set(["--check", "--help", "-h", "--no-console"]);

const root = new URL("../../", import.meta.url);
const { engines } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
const least = engines.node.replace(">=", "");
const isOlder = (version, than) => version.localeCompare(than, "en", { numeric: true }) < 0;
if (isOlder(process.versions.node, least)) {
  console.error(
    `Tablewright needs Node ${least} or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exit(1);
}
const shell = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === shell) return;
  clearInterval(watch);
  process.kill(process.pid, "SIGTERM");
}, 250).unref();
// A second signal would hasten the end.
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => clearInterval(watch));
const [command, ...words] = process.argv.slice(2);
// `serve` has the page of the console, which nobody else needs.
const isServing = command === "serve" && !words.some((word) => PAGELESS.has(word));
if (isServing) await import("./build-console-if-needed.mjs");
await import(new URL("packages/cli/src/main.ts", root).href);
