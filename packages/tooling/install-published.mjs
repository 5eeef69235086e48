import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/**
 * Builds and packs the packages of these names, of which each comes after those that it imports, installs the tarballs into an empty folder and returns its path. Other packages come
 * from pnpm's store, or from the registry. Without a `folder` it is a temporary one, removed when the process ends.
 */
export function installPublished(names, folder = temporaryFolder()) {
  const packages = publicPackages();
  for (const name of names) build(dirname(packages.find((one) => one.name === name).path));
  const tarballs = packInto(join(folder, "tarballs"), names);
  const dependencies = Object.fromEntries(
    tarballs.map((file) => [nameOf(basename(file)), `file:./tarballs/${basename(file)}`]),
  );
  const manifest = { private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  // The packages name each other by versions that no registry has yet. JSON is YAML.
  writeFileSync(join(folder, "pnpm-workspace.yaml"), JSON.stringify({ overrides: dependencies }));
  pnpm(folder, "install", "--prefer-offline");
  return folder;
}

/** Without pnpm, which takes longer to begin than most packages take to be built. */
function build(folder) {
  const { status } = spawnSync(process.execPath, ["--run", "build"], {
    cwd: join(root, folder),
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`The build of ${folder} has failed.`);
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-published-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The manifests of the packages that are published, each with its path. */
export function publicPackages() {
  return globSync("packages/*/package.json", { cwd: root })
    .map((path) => ({ path, ...JSON.parse(readFileSync(join(root, path), "utf8")) }))
    .filter((manifest) => !manifest.private);
}

/** Packs packages that are built, and returns the paths of their tarballs. */
export function packInto(folder, names) {
  mkdirSync(folder, { recursive: true });
  pnpm(root, ...only(names), "pack", "--pack-destination", folder);
  return readdirSync(folder).map((file) => join(folder, file));
}

function only(names) {
  return names.flatMap((name) => ["--filter", name]);
}

/** `tablewright-core-0.1.0.tgz` is @tablewright/core. */
function nameOf(tarball) {
  return tarball.replace(/-\d[^/]*$/, "").replace(/^tablewright-/, "@tablewright/");
}

function pnpm(cwd, ...words) {
  try {
    execFileSync("npx", ["--yes", "pnpm@12", ...words], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
  } catch (error) {
    throw new Error(`pnpm ${words.join(" ")} has failed.\n${error.stdout}${error.stderr}`);
  }
}
