import { readFileSync } from "node:fs";

/** The rows of a CSV file (RFC 4180), each by the column names of the first line; cells stay text. */
export function readCsv(path: string): Record<string, string>[] {
  const [header = [], ...rows] = splitCsv(readFileSync(path, "utf8"));
  return rows.map((cells) => Object.fromEntries(header.map((column, index) => [column, cells[index] ?? ""])));
}

/** Cells stand between commas, in quotes where they hold commas, quotes or line ends. */
function splitCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
    const isAfterLastLine = end === "" && row.length === 0 && quoted === undefined && plain === "";
    if (isAfterLastLine) break;
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
