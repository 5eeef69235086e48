import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

/** Builds a page where it is not built from its sources as they are, which do not change while tests run. */
export function buildConsole(page: "page" | "playground" = "page"): void {
  if (built.has(page)) return;
  const script = resolve(import.meta.dirname, "../../tooling/build-console-if-needed.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, page], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  built.add(page);
}

const built = new Set<string>();
