import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

/** Builds the page where it is not built from its sources as they are, which do not change while tests run. */
export function buildConsole(): void {
  if (isBuilt) return;
  const script = resolve(import.meta.dirname, "../../tooling/build-console-if-needed.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  isBuilt = true;
}

let isBuilt = false;
