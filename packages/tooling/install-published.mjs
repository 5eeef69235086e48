import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/**
 * Builds and packs the packages of these names and installs the tarballs into an empty folder, as somebody does who has
 * nothing of the workspace. Packages of others come from pnpm's store, or from the registry.
 */
export function installPublished(names) {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-published-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const filters = names.flatMap((name) => ["--filter", name]);
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  pnpm(root, ...filters, "run", "build");
  pnpm(root, ...filters, "pack", "--pack-destination", tarballs);
  const dependencies = Object.fromEntries(
    readdirSync(tarballs).map((file) => [nameOf(file), `file:./tarballs/${file}`]),
  );
  const manifest = { private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  // The packages name each other by versions that no registry has yet. JSON is YAML.
  writeFileSync(join(folder, "pnpm-workspace.yaml"), JSON.stringify({ overrides: dependencies }));
  pnpm(folder, "install", "--prefer-offline");
  return folder;
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
