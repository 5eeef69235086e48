#!/usr/bin/env node
/** The entrance of the `tablewright` command: refuses a Node that is too old before anything that needs a newer one is loaded. */
import { readFileSync } from "node:fs";

const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
const least: string = JSON.parse(manifest).engines.node.replace(">=", "");
if (isOlder(process.versions.node, least)) {
  console.error(`Tablewright needs Node ${least} or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
} else await import("./command.ts");

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, "en", { numeric: true }) < 0;
}
