import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The names, versions and license texts of the packages that a bundle holds code of, as one text; empty for none. */
export function licensesOf(folder, { outputs }) {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  const roots = new Set(
    inputs.flatMap((path) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path)?.[0] ?? []),
  );
  return [...roots]
    .sort()
    .map((root) => licenseIn(resolve(folder, root)))
    .join(`\n${"-".repeat(80)}\n\n`);
}

function licenseIn(root) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const file = globSync("{LICENSE,LICENCE,license}{,.md,.txt}", { cwd: root }).find((one) =>
    existsSync(join(root, one)),
  );
  const text = file === undefined ? "" : readFileSync(join(root, file), "utf8");
  return `${name} ${version} (${license})\n\n${text}`;
}
