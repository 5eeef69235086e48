// Builds the package of a folder as it is published: its modules, its declarations, and the licenses of what is bundled.
// Arguments: the folder, by default the current one, and where to, by default its `dist`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundlePackage } from "./bundle-package.ts";
import { licensesOf } from "./licenses-of.mjs";
import { packagesInTypes } from "./packages-in-types.mjs";

const folder = resolve(process.argv[2] ?? ".");
const target = resolve(process.argv[3] ?? join(folder, "dist"));
const {
  exports: doors,
  dependencies = {},
  peerDependencies = {},
} = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

rmSync(target, { recursive: true, force: true });
const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const project = join(folder, "tsconfig.build.json");
const declared = spawnSync(
  process.execPath,
  [compiler, "-p", project, "--emitDeclarationOnly", "--singleThreaded", "--outDir", target],
  { stdio: "inherit" },
);
const licenses = licensesOf(folder, await bundlePackage(folder, target));
if (licenses !== "") writeFileSync(join(target, "THIRD-PARTY-LICENSES.txt"), licenses);
process.exitCode = declared.status ?? 1;

const provided = Object.keys({ ...dependencies, ...peerDependencies });
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
