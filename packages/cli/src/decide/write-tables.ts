import { join } from "node:path";
import { writeCsv } from "@tablewright/core";
import { isRulesDefinition, tablesOf } from "@tablewright/core/rules";
import { makeFolder } from "@tablewright/delivery";
import writeWorkbook, { type Cell } from "write-excel-file/node";
import { readSoundDefinition } from "../read-definition.ts";
import { readTextFile, reasonUnwritten, writeNew } from "../read-text.ts";
import { counted, type Terminal } from "../terminal.ts";
import { readRules } from "./decide-on-facts.ts";

type Cells = readonly (readonly string[])[];

/** Writes the tables of a definition without errors; answers whether it could. */
export async function writeTables(
  file: string,
  out: string,
  { force }: { readonly force?: true | undefined },
  terminal: Terminal,
): Promise<boolean> {
  const { text } = await readTextFile(file, "definition");
  const read = isRulesDefinition(text)
    ? await readRules(file, terminal)
    : await readSoundDefinition(file, terminal);
  if (read === undefined) return false;
  const tables = tablesOf(text);
  if (tables.size === 0) {
    terminal.err(`${file}: error: There is no decision with rows in this file, so nothing is written.`);
    return false;
  }
  try {
    if (/\.xlsx$/i.test(out)) await writeNew(out, await workbookOf(tables), force);
    else await writeFolder(out, tables, force);
  } catch (error) {
    terminal.err(`${out}: error: It cannot be written: ${reasonUnwritten(error)}.`);
    return false;
  }
  terminal.out(`${out}: ${counted(tables.size, "table")}`);
  return true;
}

/** A sheet for each table. All cells are texts: `0.10` stays what it is, and nothing is computed. */
function workbookOf(tables: ReadonlyMap<string, Cells>): Promise<Buffer> {
  const sheets = [...tables].map(([name, rows]) => ({
    sheet: name.slice(0, LONGEST_SHEET_NAME).replace(/[\\/?*[\]:]/g, " "),
    data: rows.map((row, index) =>
      row.map(
        (cell): Cell =>
          cell === ""
            ? null
            : { value: cell, type: String, ...(index === 0 ? { fontWeight: "bold" as const } : {}) },
      ),
    ),
  }));
  return writeWorkbook(sheets).toBuffer();
}

/** Of Excel. */
const LONGEST_SHEET_NAME = 31;

async function writeFolder(
  folder: string,
  tables: ReadonlyMap<string, Cells>,
  force: true | undefined,
): Promise<void> {
  await makeFolder(folder);
  for (const [name, rows] of tables) {
    // A spreadsheet would compute a cell that begins with "=".
    const cells = rows.map((row) => row.map((cell) => (cell.startsWith("=") ? `'${cell}` : cell)));
    const path = join(folder, `${name.replace(/[\\/:*?"<>|]/g, " ")}.csv`);
    await writeNew(path, writeCsv(cells, { guards: false }), force);
  }
}
