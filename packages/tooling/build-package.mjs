// Builds the package of a folder as it is published: its declarations, and of its modules one file for each entrance and
// for what entrances share, because opening hundreds of small files is most of the time a process takes to start.
// `dependencies` and `peerDependencies` are imported by what is built, `devDependencies` are built into it, with their licenses beside it.
// Arguments: the folder, by default the current one, and where to, by default its `dist`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { licensesOf } from "./licenses-of.mjs";
import { packagesInTypes } from "./packages-in-types.mjs";
import { publishing } from "./publishing.ts";

const folder = resolve(process.argv[2] ?? ".");
const target = resolve(process.argv[3] ?? join(folder, "dist"));
const {
  exports: doors,
  bin = {},
  dependencies = {},
  peerDependencies = {},
} = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const provided = Object.keys({ ...dependencies, ...peerDependencies });
const sources = Object.values(doors).flatMap((door) => (door.default === undefined ? [] : door.source));
const commands = Object.values(bin).map((file) => file.replace("/dist/", "/src/").replace(/\.js$/, ".ts"));

rmSync(target, { recursive: true, force: true });
const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const project = join(folder, "tsconfig.build.json");
const declared = spawnSync(
  process.execPath,
  [compiler, "-p", project, "--emitDeclarationOnly", "--outDir", target],
  { stdio: "inherit" },
);
const { metafile } = await build({
  absWorkingDir: folder,
  entryPoints: [...sources, ...commands],
  outdir: target,
  outbase: "src",
  bundle: true,
  splitting: true,
  external: ["node:*", ...provided.flatMap((name) => [name, `${name}/*`])],
  plugins: publishing,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
  target: "es2024",
  minify: true,
  metafile: true,
});
const licenses = licensesOf(folder, metafile);
if (licenses !== "") writeFileSync(join(target, "THIRD-PARTY-LICENSES.txt"), licenses);
process.exitCode = declared.status ?? 1;

const entrances = Object.values(doors).flatMap(({ types }) => types ?? []);
const declarations = entrances.map((path) => join(target, path.replace("./dist/", "")));
const missing = [...packagesInTypes(declarations)].filter(
  (name) => !(provided.includes(name) || provided.includes(`@types/${name}`) || name.startsWith("node:")),
);
if (missing.length > 0) {
  console.error(
    `The types of ${folder} name ${missing.join(", ")}, which must then be among its dependencies.`,
  );
  process.exitCode = 1;
}
