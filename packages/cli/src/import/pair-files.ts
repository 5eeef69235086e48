import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { ENDINGS, openSourceFile, type TableFile, tablesInFiles } from "../files/open-source-file.ts";
import type { ReadingOptions } from "../files/source-file.ts";

/**
 * What the arguments of an import name: a table and its file, in turn, or a folder of files named by their tables. Answers a
 * sentence where they do not come in pairs.
 */
export async function pairFiles(
  words: readonly string[],
  options: ReadingOptions,
  tables: { has(name: string): boolean },
): Promise<readonly TableFile[] | string> {
  const pairs: TableFile[] = [];
  for (let at = 0; at < words.length; at++) {
    const first = words[at] as string;
    const second = words[at + 1];
    if (second !== undefined && isFileName(second) && !isFileName(first)) {
      pairs.push({ table: first, path: second, open: () => openSourceFile(second, first, options) });
      at++;
    } else if (isFileName(first))
      for (const pair of await tablesInFiles(first, options, tables)) pairs.push(pair);
    else if (await isFolder(first))
      for (const pair of await filesIn(first, options, tables)) pairs.push(pair);
    else
      return second === undefined
        ? `"${first}" is a table without a file, and no folder: write a table and its file, such as ${first} ${first}.csv.`
        : `"${second}" is no file of rows: its name is to end in ${ENDINGS.join(", ")}.`;
  }
  return pairs;
}

/** The files of rows in a folder, by name. */
export async function filesIn(
  folder: string,
  options: ReadingOptions,
  tables: { has(name: string): boolean },
): Promise<readonly TableFile[]> {
  const names = (await readdir(folder)).filter(isFileName).sort();
  return (await Promise.all(names.map((name) => tablesInFiles(join(folder, name), options, tables)))).flat();
}

function isFileName(name: string): boolean {
  return ENDINGS.includes(extname(name).toLowerCase());
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
