import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolder } from "@tablewright/delivery";
import { Command } from "commander";
import { makeAccessKey } from "../access-keys.ts";
import { packageVersion, templateFolder } from "../platform.ts";
import { reasonUnwritten } from "../read-text.ts";
import type { Terminal } from "../terminal.ts";
import { defineCommand } from "./define-command.ts";

/** Makes a folder with a small application to begin with. */
export const initCommand = defineCommand((terminal, exit) =>
  new Command("init")
    .description("Make a folder with a new application: definition, example rows, types, a program.")
    .argument("[folder]", "the folder, which is made where it is not there", ".")
    .action(async (folder: string) => {
      exit((await initFolder(folder, terminal)) ? 0 : 1);
    }),
);

/** Makes the files of a new application in a folder that has none of them yet; answers whether it did, in words else. */
async function initFolder(folder: string, terminal: Terminal): Promise<boolean> {
  const files = await applicationFiles(packageNameOf(folder), makeAccessKey("key"));
  const present = [...files.keys()].filter((path) => existsSync(join(folder, path)));
  if (present.length > 0) {
    terminal.err(
      `The folder "${folder}" has already: ${present.join(", ")}. Nothing was written; name an empty folder.`,
    );
    return false;
  }
  const reason = await writeFiles(folder, files).catch(reasonUnwritten);
  if (reason !== undefined) {
    terminal.err(`The folder "${folder}" cannot be written: ${reason}.`);
    return false;
  }
  terminal.out(describe(folder));
  return true;
}

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<undefined> {
  for (const [path, text] of files) {
    const file = join(folder, path);
    await makeFolder(dirname(file));
    // The access key is for this user only.
    await writeFile(file, text, { flag: "wx", mode: path === ".env" ? 0o600 : 0o666 });
  }
}

/** The folder's name as far as a package may have it. */
function packageNameOf(folder: string): string {
  const name = basename(resolve(folder)).toLowerCase();
  return name.replaceAll(/[^a-z0-9-]+/gu, "-").replaceAll(/^-+|-+$/gu, "") || "application";
}

function describe(folder: string): string {
  const steps = [...(folder === "." ? [] : [`cd ${quoted(folder)}`]), "npm install", "npm start"];
  return [
    `A new application is in ${folder === "." ? "this folder" : `"${folder}"`}: app.yaml defines it, README.md says what else there is.`,
    "The access key for programs is in .env.",
    "Go on with:",
    ...steps.map((step) => `  ${step}`),
  ].join("\n");
}

/** As a shell takes it. */
function quoted(text: string): string {
  return /^[\w./-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The files of a new application by their paths, for an access key of its own. */
async function applicationFiles(name: string, key: string): Promise<ReadonlyMap<string, string>> {
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
  const range = `^${packageVersion()}`;
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
