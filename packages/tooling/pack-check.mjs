// Packs every public package as it would be published, and lets publint judge each tarball. Needs a build.
import { execFileSync, execSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const tarballs = mkdtempSync(join(tmpdir(), "tablewright-pack-"));
try {
  for (const manifest of globSync("packages/*/package.json")) {
    if (JSON.parse(readFileSync(manifest, "utf8")).private) continue;
    execSync(`npx --yes pnpm@12 pack --pack-destination "${tarballs}"`, {
      cwd: dirname(manifest),
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
