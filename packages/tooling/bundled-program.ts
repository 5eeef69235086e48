import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * The file of a program that tests start, as one bundle of what is in the sources now: it starts in a quarter of the
 * processor time that hundreds of sources take. `source` is its path from `packages`, one of those in `tooling/bundle-programs.mjs`.
 */
export function bundledProgram(source: string): string {
  folder ??= execFileSync(process.execPath, [join(import.meta.dirname, "bundle-programs.mjs")], {
    encoding: "utf8",
  });
  return join(folder, source.replace(/\.ts$/u, ".js"));
}

let folder: string | undefined;
