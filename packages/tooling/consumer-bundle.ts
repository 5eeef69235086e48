import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Bundles an entrance of a package that is installed in `folder`, as an application does for a browser: all its exports,
 * minified by esbuild and compressed by gzip -9.
 */
export async function consumerBundle(folder: string, entrance: string): Promise<ConsumerBundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from ${JSON.stringify(entrance)};`, resolveDir: folder },
    absWorkingDir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    metafile: true,
    write: false,
    logLevel: "silent",
  }).catch((error: Error) => {
    throw new Error(`${entrance} must bundle for a browser, without any node: module. ${error.message}`);
  });
  const contents = outputFiles[0]?.contents ?? new Uint8Array();
  return { bytes: gzipSync(contents, { level: 9 }).length, files: Object.keys(metafile.inputs) };
}

export interface ConsumerBundle {
  readonly bytes: number;
  /** The files in it, from `folder`. */
  readonly files: readonly string[];
}

/** The entrances to the language that pages load, with the bytes that each may have. */
export const BUDGETS: readonly (readonly [entrance: string, most: number])[] = [
  ["@tablewright/core/expression", 157_500],
  ["@tablewright/core/expression/small", 129_000],
  ["@tablewright/core/rules", 231_500],
];
