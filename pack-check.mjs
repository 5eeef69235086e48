// Packs every public package as it would be published, and lets publint judge each tarball. Needs a build.
import { execFileSync, execSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const tarballs = mkdtempSync(join(tmpdir(), "tablewright-pack-"));
try {
  for (const folder of readdirSync("packages").map((name) => join("packages", name))) {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (manifest.private) continue;
    execSync(`npx --yes pnpm@12 pack --pack-destination "${tarballs}"`, {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  for (const tarball of readdirSync(tarballs)) {
    execFileSync("publint", ["run", "--strict", join(tarballs, tarball)], {
      stdio: "inherit",
      shell: process.platform === "win32",
    });
  }
} finally {
  rmSync(tarballs, { recursive: true, force: true });
}
