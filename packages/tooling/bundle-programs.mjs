// Builds the programs that tests start, unless nothing that is in them has changed, and prints the folder they are in. Several
// processes may ask at once: one builds, the others wait for it.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/** From `packages`. */
const PROGRAMS = [
  "cli/src/main.ts",
  "cli/tests/kill/write-until-killed.ts",
  "cli/tests/many/read-many-rows.ts",
  "bench/src/hostile/serve-fortress.ts",
];

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const CACHE = "node_modules/.cache/programs";
const LOCK = join(CACHE, "lock");
const BUILT = join(CACHE, "built.json");
/** Milliseconds after which nothing is building any more, or starts from what was built. */
const [LONGEST_BUILD, LONGEST_RUN] = [60_000, 3_600_000];

mkdirSync(CACHE, { recursive: true });
process.stdout.write(join(process.cwd(), fresh() ?? (await locked(async () => fresh() ?? (await bundle())))));

/** The folder of what was built last, if all that is in it is as it was. */
function fresh() {
  try {
    const { folder, files } = JSON.parse(readFileSync(BUILT, "utf8"));
    return files.every(([file, state]) => stateOf(file) === state) ? folder : undefined;
  } catch {
    return undefined; // Nothing was built, or a file is gone.
  }
}

function stateOf(file) {
  const { mtimeMs, size } = statSync(file);
  return `${mtimeMs} ${size}`;
}

async function bundle() {
  for (const name of readdirSync(CACHE))
    if (Date.now() - statSync(join(CACHE, name)).mtimeMs > LONGEST_RUN)
      rmSync(join(CACHE, name), { recursive: true });
  const folder = join(CACHE, String(Date.now()));
  const { metafile } = await build({
    absWorkingDir: process.cwd(), // esbuild was loaded in the folder of the caller
    entryPoints: PROGRAMS.map((program) => `packages/${program}`),
    outdir: folder,
    outbase: "packages",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    conditions: ["source"],
    metafile: true,
    logLevel: "error",
    plugins: [{ name: "places", setup: keepPlaces }],
    // What modules of CommonJS expect to be there.
    banner: {
      js: `import{createRequire as makeRequire}from"node:module";const require=makeRequire(import.meta.url);const __dirname=import.meta.dirname;`,
    },
  });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }'); // Node need not find out
  const files = [...Object.keys(metafile.inputs), "pnpm-lock.yaml", "packages/tooling/bundle-programs.mjs"];
  const seen = files.filter((file) => !file.includes(":")).map((file) => [file, stateOf(file)]);
  writeFileSync(`${BUILT}.new`, JSON.stringify({ folder, files: seen }));
  renameSync(`${BUILT}.new`, BUILT);
  return folder;
}

/** Our own modules find files by where they are, and are there no more. */
function keepPlaces({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, ({ path }) => {
    if (path.includes("node_modules")) return undefined;
    const contents = readFileSync(path, "utf8")
      .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
    return { contents, loader: "ts" };
  });
}

async function locked(work) {
  while (!isLocked()) await new Promise((resolve) => setTimeout(resolve, 50));
  try {
    return await work();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function isLocked() {
  try {
    mkdirSync(LOCK);
    return true;
  } catch {
    const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > LONGEST_BUILD)
      rmSync(LOCK, { recursive: true, force: true });
    return false;
  }
}
