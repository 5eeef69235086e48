// Packs every public package as it would be published, lets publint judge each tarball, and goes the way of a newcomer with
// them. Needs a build.
import { execFileSync, execSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { walkAsNewcomer } from "./walk-as-newcomer.mjs";

const folder = mkdtempSync(join(tmpdir(), "tablewright-pack-"));
try {
  const packed = globSync("packages/*/package.json").filter(
    (manifest) => !JSON.parse(readFileSync(manifest, "utf8")).private,
  );
  for (const manifest of packed) {
    execSync(`npx --yes pnpm@12 pack --pack-destination "${folder}"`, {
      cwd: dirname(manifest),
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const tarballs = readdirSync(folder).map((name) => join(folder, name));
  for (const tarball of tarballs) {
    execFileSync("publint", ["run", "--strict", tarball], {
      stdio: "inherit",
      shell: process.platform === "win32",
    });
  }
  await walkAsNewcomer(
    tarballs,
    packed.map((manifest) => join(dirname(manifest), "README.md")),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
