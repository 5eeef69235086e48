import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { publishing } from "@tablewright/tooling/publishing";
import { build } from "esbuild";
import type { Measure } from "../figure.ts";

/** Kilobytes of each entrance to the language as it is published, bundled for a browser, minified and gzipped. */
export const measure: Measure = async () => [
  { name: "bundle: ./expression", ratio: await kilobytesOf("@tablewright/core/expression") },
  { name: "bundle: ./expression/small", ratio: await kilobytesOf("@tablewright/core/expression/small") },
];

async function kilobytesOf(entrance: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve(entrance))],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    plugins: publishing,
    write: false,
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length / 1_000;
}
