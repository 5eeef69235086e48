import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Diagnostic, diagnose, suggest } from "@tablewright/core";

/** The text of a file that is a definition, or goes with one; that it cannot be read is an error like any other. */
export async function readTextFile(
  file: string,
  kind: "definition" | "test file",
): Promise<{ readonly text: string; readonly diagnostics: readonly Diagnostic[] }> {
  try {
    return { text: await readFile(file, "utf8"), diagnostics: [] };
  } catch (error) {
    const reason = reasonUnread(error);
    return { text: "", diagnostics: [diagnose("definition/unreadable", { reason, kind }, { file })] };
  }
}

/** Why a file could not be read, in words for the person who named it; a misspelt name is answered with the nearest one. */
export function reasonUnread(error: unknown): string {
  const { code = "", path, message } = error as NodeJS.ErrnoException;
  const near = code === "ENOENT" && path !== undefined ? nearestFile(path) : undefined;
  const reason = READING[code] ?? message;
  return near === undefined ? reason : `${reason}, but there is "${near}"`;
}

/** Why a file or folder could not be written, in words for the person who named it. */
export function reasonUnwritten(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return WRITING[code] ?? message;
}

/** Writes a file. What people may have changed is replaced only by force. Throws as `writeFile` does. */
export async function writeNew(
  file: string,
  content: string | Uint8Array,
  force: true | undefined,
): Promise<void> {
  try {
    await writeFile(file, content, { flag: force === true ? "w" : "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new Error(`there is a file "${file}" already; replace it with --force`);
  }
}

const READING: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};

const WRITING: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is a file, not a folder",
  EEXIST: "a part of its path is a file, not a folder",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "the file system is read-only",
};

function nearestFile(path: string): string | undefined {
  const folder = dirname(path);
  try {
    const near = suggest(basename(path), readdirSync(folder));
    return near && join(folder, near);
  } catch {
    return undefined; // the folder is missing, or this user may not list it
  }
}
