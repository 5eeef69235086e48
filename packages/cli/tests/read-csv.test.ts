/** Rows of a CSV file and the lines they begin on. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCsv } from "../src/files/csv/read-csv.ts";
import { folderOf } from "./folder.ts";

test.each<[string, string, [number, string[]][]]>([
  [
    "plain rows",
    "a,b\n1,2\n3,4\n",
    [
      [1, ["a", "b"]],
      [2, ["1", "2"]],
      [3, ["3", "4"]],
    ],
  ],
  [
    "no last line break",
    "a\n1",
    [
      [1, ["a"]],
      [2, ["1"]],
    ],
  ],
  [
    "a byte order mark and Windows line breaks",
    "\uFEFFa,b\r\n1,2\r\n",
    [
      [1, ["a", "b"]],
      [2, ["1", "2"]],
    ],
  ],
  [
    "empty lines",
    "a\n\n\n1\n\n2\n",
    [
      [1, ["a"]],
      [4, ["1"]],
      [6, ["2"]],
    ],
  ],
  [
    "line breaks inside quotes",
    'a,b\n"1\n2","3\n4"\n5,6\n',
    [
      [1, ["a", "b"]],
      [2, ["1\n2", "3\n4"]],
      [5, ["5", "6"]],
    ],
  ],
  [
    "quotes and commas",
    'a\n"say ""hi"", you"\n',
    [
      [1, ["a"]],
      [2, ['say "hi", you']],
    ],
  ],
  [
    "a backslash and an n stay",
    "a\nx\\ny\n",
    [
      [1, ["a"]],
      [2, ["x\\ny"]],
    ],
  ],
  [
    "empty cells",
    "a,b,c\n,,\n",
    [
      [1, ["a", "b", "c"]],
      [2, ["", "", ""]],
    ],
  ],
  [
    "rows of other lengths",
    "a,b\n1\n1,2,3\n",
    [
      [1, ["a", "b"]],
      [2, ["1"]],
      [3, ["1", "2", "3"]],
    ],
  ],
  ["nothing", "", []],
])("%s", async (_, text, rows) => {
  expect(await rowsOf(text)).toEqual(rows);
});

test("quotes that do not match", async () => {
  await expect(rowsOf('a\n"x\n')).rejects.toThrow(/quote/iu);
});

async function rowsOf(text: string): Promise<[number, readonly string[]][]> {
  const rows: [number, readonly string[]][] = [];
  const file = join(folderOf({ "t.csv": text }), "t.csv");
  for await (const batch of readCsv(file)) for (const { line, cells } of batch) rows.push([line, cells]);
  return rows;
}
