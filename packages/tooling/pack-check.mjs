// Packs every public package as it would be published, lets publint judge each tarball, and goes the way of a newcomer with
// them. Needs a build.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packInto, publicPackages } from "./install-published.mjs";
import { walkAsNewcomer } from "./walk-as-newcomer.mjs";

const folder = mkdtempSync(join(tmpdir(), "tablewright-pack-"));
try {
  const packages = publicPackages();
  const tarballs = packInto(
    folder,
    packages.map(({ name }) => name),
  );
  for (const tarball of tarballs) {
    execFileSync("publint", ["run", "--strict", tarball], {
      stdio: "inherit",
      shell: process.platform === "win32",
    });
  }
  await walkAsNewcomer(
    tarballs,
    packages.map(({ path }) => join(dirname(path), "README.md")),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
