import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";

/**
 * Installs the packages of a folder outside the workspace, from its lockfile where it has one, unless they are there
 * already. Answers whether they are there now; nothing of them is built or run meanwhile.
 */
export function installPeers(folder: string, report: (line: string) => void): boolean {
  if (existsSync(resolve(folder, "node_modules/.package-lock.json"))) return true;
  report("installing the peers …");
  const how = existsSync(resolve(folder, "package-lock.json")) ? "ci" : "install --no-package-lock";
  const command = `npm ${how} --ignore-scripts --no-audit --no-fund`;
  return spawnSync(command, { cwd: folder, shell: true }).status === 0;
}
