// Builds the package of a folder as it is published: its declarations, and of its modules one file for each entrance and
// for what entrances share, because opening hundreds of small files is most of the time a process takes to start.
// Arguments: the folder, by default the current one, and where to, by default its `dist`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const folder = resolve(process.argv[2] ?? ".");
const target = resolve(process.argv[3] ?? join(folder, "dist"));
const { exports: doors, bin = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const sources = Object.values(doors).flatMap(({ source }) => source ?? []);
const commands = Object.values(bin).map((file) => file.replace("/dist/", "/src/").replace(/\.js$/, ".ts"));

rmSync(target, { recursive: true, force: true });
const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const project = join(folder, "tsconfig.build.json");
const declared = spawnSync(
  process.execPath,
  [compiler, "-p", project, "--emitDeclarationOnly", "--outDir", target],
  { stdio: "inherit" },
);
await build({
  absWorkingDir: folder,
  entryPoints: [...sources, ...commands],
  outdir: target,
  outbase: "src",
  bundle: true,
  splitting: true,
  packages: "external",
  format: "esm",
  platform: "neutral",
  target: "es2024",
});
process.exitCode = declared.status ?? 1;
