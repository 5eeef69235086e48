#!/usr/bin/env node
/** The entrance of the `tablewright` command: refuses a Node that is too old before anything that needs a newer one is loaded. */
import { readFileSync } from "node:fs";

const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
const least: string = JSON.parse(manifest).engines.node.replace(">=", "");
if (isOlder(process.versions.node, least)) {
  console.error(
    `Tablewright needs Node ${least} or newer; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exitCode = 1;
} else await import("./command.ts");

/** `localeCompare` compares numbers in texts too, and loads the platform's Locales for it. */
function isOlder(version: string, than: string): boolean {
  const [own, least] = [version, than].map((text) => text.split(".").map(Number)) as [number[], number[]];
  const at = least.findIndex((part, index) => part !== own[index]);
  return at >= 0 && (own[at] as number) < (least[at] as number);
}
