import { readFileSync } from "node:fs";

/** The version of this package, as its manifest says; the manifest lies above the sources as above what is built. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The files of a new application, which lie above the sources as above what is built. */
export const templateFolder = new URL("../template/", import.meta.url);
