import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const core = resolve(import.meta.dirname, "../../../core");
const builder = resolve(core, "../tooling/build-package.mjs");

/** Where `@tablewright/core/expression` was built: as it is published, and in one file as an application ships it. */
export interface BuiltCore {
  readonly published: string;
  readonly bundled: string;
}

/**
 * Builds into a temporary folder, beside which nothing but the package's own dependencies can be found. Its package.json
 * comes along: without it Node reads every file twice to find out that it is a module.
 */
export async function buildCore(): Promise<BuiltCore> {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(resolve(core, "node_modules"), join(folder, "node_modules"));
  copyFileSync(resolve(core, "package.json"), join(folder, "package.json"));
  // Type errors are the tests' business; what is emitted in spite of them is measured.
  spawnSync(process.execPath, [builder, core, join(folder, "dist")]);
  const published = join(folder, "dist/expression/index.js");
  const bundled = join(folder, "expression.js");
  await build({
    entryPoints: [published],
    outfile: bundled,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  return { published, bundled };
}
