import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";

/**
 * Writes the modules of a package to `target` as they are published: a file for each entrance and files for what entrances
 * share, because opening hundreds of small files is most of the time that a process takes to start. `dependencies` and
 * `peerDependencies` stay imports; `devDependencies` are bundled unchanged. Nothing is minified, so that a stack is readable;
 * applications minify what they send to browsers.
 */
export async function bundlePackage(folder: string, target: string): Promise<Metafile> {
  const {
    exports: entrances,
    bin = {},
    dependencies = {},
    peerDependencies = {},
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const sources = Object.values(entrances).flatMap((entrance) =>
    entrance.default === undefined ? [] : (entrance.source ?? []),
  );
  const commands = Object.values(bin).map((file) => file.replace("/dist/", "/src/").replace(/\.js$/, ".ts"));
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [...sources, ...commands],
    outdir: target,
    outbase: "src",
    bundle: true,
    splitting: true,
    external: [
      "node:*",
      ...Object.keys({ ...dependencies, ...peerDependencies }).flatMap((name) => [name, `${name}/*`]),
    ],
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2024",
    charset: "utf8",
    metafile: true,
  });
  return metafile;
}

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly source?: string; readonly default?: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
