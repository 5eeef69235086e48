import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { publishing } from "@tablewright/tooling/publishing";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { documentationOf } from "../src/expression/entrances/documentation-of.ts";
import * as source from "../src/expression/index.ts";

const folder = resolve(import.meta.dirname, "../src/expression");

/** An entrance to the language as it is published, in one file for a browser. */
async function bundle(entrance: string) {
  const { outputFiles, metafile } = await build({
    entryPoints: [resolve(folder, entrance)],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    plugins: publishing,
    metafile: true,
    write: false,
    logLevel: "silent",
  }).catch((error: Error) => {
    throw new Error(`expression/ must bundle for a browser, without any node: module. ${error.message}`);
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  return { contents, inputs: Object.values(metafile.outputs)[0]?.inputs ?? {} };
}

test.each([
  ["index.ts", 110_000],
  ["entrances/small.ts", 92_000],
])("%s is within its budget of %d bytes gzipped", async (entrance, largest) => {
  const { contents, inputs } = await bundle(entrance);
  const size = gzipSync(contents, { level: 9 }).length;
  expect(
    size,
    `The bundle is ${kilobytes(size)} gzipped. Import less of a package, or a smaller entry of it. ` +
      `Before compression it holds ${sizesByPackage(inputs)}.`,
  ).toBeLessThanOrEqual(largest);
});

describe("as published", async () => {
  const load = async (entrance: string) => {
    const { contents } = await bundle(entrance);
    return import(`data:text/javascript;base64,${Buffer.from(contents).toString("base64")}`);
  };
  const language: typeof source = await load("index.ts");
  const documentation: { documentationOf: typeof documentationOf } = await load(
    "entrances/documentation-of.ts",
  );

  test("the language describes its functions, and their details and examples are not in it", () => {
    for (const { name } of source.functions) expect(language.describe(name)).toEqual(source.describe(name));
    expect(language.functions.filter((one) => "details" in one || one.examples !== undefined)).toEqual([]);
  });

  test("the documentation is whole", () => {
    for (const { name } of source.functions) {
      expect(documentation.documentationOf(name)).toEqual(documentationOf(name));
    }
  });

  test("a function of one's own keeps what is written about it", () => {
    const own = language.defineFunction({
      name: "TWICE",
      category: "number",
      summary: "A number twice.",
      details: "Nothing more.",
      parameters: [{ name: "number", type: "Number" }],
      result: "Number",
      evaluate: (number) => number * 2,
      examples: [["TWICE(2)", 4]],
    });
    expect(own).toMatchObject({ details: "Nothing more.", examples: [["TWICE(2)", 4]] });
    expect(language.compile("TWICE(2)", { functions: [own] }).evaluate()).toBe(4);
  });
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
