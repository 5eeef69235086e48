import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { templateFolder } from "../template-folder.ts";
import { version } from "../version.ts";

/** The files of a new application by their paths, for an access key of its own. */
export async function applicationFiles(name: string, key: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map([
    ["package.json", manifestOf(name)],
    [".env", `TABLEWRIGHT_KEY=${key}\n`],
  ]);
  const folder = fileURLToPath(templateFolder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll(sep, "/");
    const text = await readFile(file, "utf8");
    // Packages never carry a .gitignore of this name.
    files.set(path === "gitignore" ? ".gitignore" : path, text.replace(NO_KEY, sha256Of(key)));
  }
  return files;
}

/** What the definition of the template has instead of a key. */
const NO_KEY = "0".repeat(64);

function sha256Of(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function manifestOf(name: string): string {
  const range = `^${version()}`;
  const manifest = {
    name,
    private: true,
    type: "module",
    scripts: {
      start: "tablewright serve app.yaml --store sqlite:rows.sqlite --data data",
      check: "tablewright check app.yaml",
      test: "tablewright test app.yaml",
      types: "tablewright types app.yaml --out application.ts",
      show: "node --env-file=.env show-loans.ts",
    },
    dependencies: { "@tablewright/client": range, tablewright: range },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
