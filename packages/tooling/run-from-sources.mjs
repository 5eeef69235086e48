// Runs the command line from its sources, in the folder that npm was called from. Refuses a Node that is too old before any
// source is loaded, and ends with the shell between npm and this process: npm tells the shell alone that it is to stop.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

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
const main = new URL("packages/cli/src/main.ts", root);
// `serve` has the page of the console, which no other command needs. A start that is refused does not wait for it.
const isServing = command === "serve" && !words.some((word) => PAGELESS.has(word));
if (isServing) {
  const { buildIfNeeded, isBuilt } = await import("./build-console-if-needed.mjs");
  if (!isBuilt() && isServable()) await buildIfNeeded();
}
await import(main.href);

function isServable() {
  const check = [...process.execArgv, fileURLToPath(main), command, ...words, "--check"];
  return spawnSync(process.execPath, check, { stdio: "ignore" }).status === 0;
}
