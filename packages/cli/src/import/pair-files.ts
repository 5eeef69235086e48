import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { ENDINGS } from "../files/open-source-file.ts";

/** A file and the table that its rows are for. */
export interface FilePair {
  readonly table: string;
  readonly path: string;
}

/**
 * What the arguments of an import name: a table and its file, in turn, or a folder of files named by their tables. Answers a
 * sentence where they do not come in pairs.
 */
export async function pairFiles(words: readonly string[]): Promise<readonly FilePair[] | string> {
  const pairs: FilePair[] = [];
  for (let at = 0; at < words.length; at++) {
    const first = words[at] as string;
    const second = words[at + 1];
    if (second !== undefined && isFileName(second) && !isFileName(first)) {
      pairs.push({ table: first, path: second });
      at++;
    } else if (isFileName(first)) pairs.push({ table: tableOf(first), path: first });
    else if (await isFolder(first)) for (const pair of await filesIn(first)) pairs.push(pair);
    else
      return second === undefined
        ? `"${first}" is a table without a file, and no folder: write a table and its file, such as ${first} ${first}.csv.`
        : `"${second}" is no file of rows: its name is to end in ${ENDINGS.join(", ")}.`;
  }
  return pairs;
}

/** The files of rows in a folder, by name. */
export async function filesIn(folder: string): Promise<readonly FilePair[]> {
  const names = (await readdir(folder)).filter(isFileName).sort();
  return names.map((name) => ({ table: tableOf(name), path: join(folder, name) }));
}

function isFileName(name: string): boolean {
  return ENDINGS.includes(extname(name).toLowerCase());
}

function tableOf(path: string): string {
  return basename(path, extname(path));
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
