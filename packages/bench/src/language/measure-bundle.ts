import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Measure } from "../figure.ts";

/** Kilobytes of the expression language bundled for a browser, minified and gzipped. */
export const measure: Measure = async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve("@tablewright/core/expression"))],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  const size = gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
  return [{ name: "bundle", ratio: size / 1_000 }];
};
