import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolder } from "@tablewright/delivery";
import { makeAccessKey } from "../make-access-key.ts";
import { reasonUnwritten } from "../reason-unread.ts";
import type { Terminal } from "../terminal.ts";
import { applicationFiles } from "./application-files.ts";

/** Makes the files of a new application in a folder that has none of them yet; answers whether it did, in words else. */
export async function initFolder(folder: string, terminal: Terminal): Promise<boolean> {
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
