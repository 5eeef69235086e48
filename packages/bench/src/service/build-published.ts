import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../../../..");
const packages = join(repository, "packages");

/** The file of the command `tablewright` as it is published; everything is built when it is missing or older than its sources. */
export function buildPublished(): string {
  if (publicPackages().some(isStale)) {
    const { status } = spawnSync("npm run -s build", { cwd: repository, shell: true, stdio: "ignore" });
    if (status !== 0) throw new Error('The packages cannot be built; "npm run build" says why.');
  }
  return join(packages, "cli/dist/main.js");
}

function publicPackages(): readonly string[] {
  const manifests = globSync("*/package.json", { cwd: packages }).map((path) => join(packages, path));
  return manifests.filter((file) => !JSON.parse(readFileSync(file, "utf8")).private).map(dirname);
}

function isStale(folder: string): boolean {
  const built = ["dist/index.js", "dist/main.js"].map((file) => join(folder, file)).find(existsSync);
  if (built === undefined) return true;
  const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
  const files = [
    ...sources.map((file) => join(folder, "src", file)),
    join(folder, "package.json"),
    join(packages, "tooling/build-package.mjs"),
  ];
  const builtAt = statSync(built).mtimeMs;
  return files.some((file) => statSync(file).mtimeMs > builtAt);
}
