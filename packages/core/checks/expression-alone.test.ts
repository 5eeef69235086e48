import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** What it may be. The goal is 100 kB; docs/performance.md says what stands in the way. */
const largestGzipped = 122_000;

test("the expression language bundles for a browser, within its budget", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [resolve(import.meta.dirname, "../src/expression/index.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false,
    logLevel: "silent",
  }).catch((error: Error) => {
    throw new Error(`expression/ must bundle for a browser, without any node: module. ${error.message}`);
  });

  const size = gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
  const parts = sizesByPackage(Object.values(metafile.outputs)[0]?.inputs ?? {});
  expect(
    size,
    `The bundle is ${kilobytes(size)} gzipped. Import less of a package, or a smaller entry of it. ` +
      `Before compression it holds ${parts}.`,
  ).toBeLessThanOrEqual(largestGzipped);
});

/** The bytes each package brings, largest first, as text. */
function sizesByPackage(inputs: Record<string, { bytesInOutput: number }>): string {
  const sizes = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? "our own files";
    sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
  }
  const largestFirst = [...sizes].sort(([, left], [, right]) => right - left);
  return largestFirst.map(([name, bytes]) => `${name} ${kilobytes(bytes)}`).join(", ");
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
