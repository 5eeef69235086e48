import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { bundlePackage } from "@tablewright/tooling/bundle-package";
import { build } from "esbuild";

/** Where `@tablewright/core/expression` was built: as it is published, and in one file as an application ships it. */
export interface BuiltCore {
  /** The folder that the package is installed in. */
  readonly folder: string;
  readonly published: string;
  readonly bundled: string;
}

/**
 * Builds into a temporary folder that holds the package and its dependencies, as an installation does. The package.json comes along:
 * without it Node reads every file twice to find out that it is a module.
 */
export async function buildCore(): Promise<BuiltCore> {
  const core = resolve(import.meta.dirname, "../../../core");
  const folder = mkdtempSync(join(tmpdir(), "tablewright-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const installed = join(folder, "node_modules/@tablewright/core");
  await bundlePackage(core, join(installed, "dist"));
  copyFileSync(join(core, "package.json"), join(installed, "package.json"));
  const { dependencies } = JSON.parse(readFileSync(join(core, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(core, "node_modules", name)), link);
  }
  const published = join(installed, "dist/expression/index.js");
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
  return { folder, published, bundled };
}
