import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The files of tests next to a definition, in the order of their names. */
export async function findTestFiles(definition: string): Promise<readonly string[]> {
  const folder = dirname(definition);
  const names = await readdir(folder);
  return names
    .filter((name) => /\.test\.(?:ya?ml|json)$/.test(name))
    .sort()
    .map((name) => (folder === "." ? name : join(folder, name)));
}
