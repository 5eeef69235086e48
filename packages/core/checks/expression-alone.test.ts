import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { bundlePackage } from "@tablewright/tooling/bundle-package";
import { BUDGETS, consumerBundle } from "@tablewright/tooling/consumer-bundle";
import { afterAll, expect, test } from "vitest";

const core = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "tablewright-consumer-"));
const installed = join(folder, "node_modules/@tablewright/core");
/** The one package that is not bundled. */
const dependency = join(folder, "node_modules/zod");
const published = bundlePackage(core, join(installed, "dist"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As `packages/tooling/measure-published.mjs` measures it with a packed and installed package, declarations left out. */
test.each(BUDGETS)("%s is within its budget of %d bytes in a page", async (entrance, most) => {
  const { outputs } = await published;
  copyFileSync(join(core, "package.json"), join(installed, "package.json"));
  if (!existsSync(dependency)) symlinkSync(join(core, "node_modules/zod"), dependency, "junction");
  const { bytes, files } = await consumerBundle(folder, entrance);
  const names = new Set(files.map((file) => basename(file)));
  const inputs = Object.entries(outputs).flatMap(([file, output]) =>
    names.has(basename(file)) ? Object.entries(output.inputs) : [],
  );
  expect(
    bytes,
    `The bundle has ${kilobytes(bytes)} gzipped. Import less of a package, or a smaller entry of it. ` +
      `Before minifying its modules have ${sizesByPackage(inputs)}.`,
  ).toBeLessThanOrEqual(most);
});

test("what is published keeps its names and lines, by which an uncaught error is found", async () => {
  const { outputs } = await published;
  const files = Object.keys(outputs).map((file) => readFileSync(resolve(core, file), "utf8"));
  const lines = files.flatMap((text) => text.split("\n"));
  expect(lines.includes("function withoutConsequences(errors, tokens) {")).toBe(true);
});

/** The bytes each package brings, largest first, as text. */
function sizesByPackage(inputs: readonly (readonly [string, { bytesInOutput: number }])[]): string {
  const sizes = new Map<string, number>();
  for (const [path, { bytesInOutput }] of inputs) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? "our own files";
    sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
  }
  const largestFirst = [...sizes].sort(([, left], [, right]) => right - left);
  return largestFirst.map(([name, bytes]) => `${name} ${kilobytes(bytes)}`).join(", ");
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
