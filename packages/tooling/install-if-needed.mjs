// Installs the dependencies unless they already fit the manifests. Runs before `npm start` and `npm test`,
// on whatever Node the machine has, and says nothing when nothing is to be done.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

if (Number.parseInt(process.versions.node, 10) < 20) {
  process.stderr.write(
    `Tablewright needs Node 20 or newer to be installed; this is Node ${process.versions.node}.\n`,
  );
  process.exit(1);
}
process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const stampFile = "node_modules/.installed";
const fingerprint = fingerprintOfManifests();

if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== fingerprint) {
  process.stderr.write("Installing dependencies …\n");
  install();
  writeFileSync(stampFile, fingerprint);
}

function fingerprintOfManifests() {
  const packages = readdirSync("packages").map((name) => `packages/${name}/package.json`);
  const manifests = ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", ...packages.sort()];
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of manifests.filter((name) => existsSync(name)))
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function install() {
  const done = spawnSync("npx --yes pnpm@12 install --frozen-lockfile", { shell: true, encoding: "utf8" });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout}${done.stderr}The dependencies could not be installed.\n`);
  process.exit(1);
}
