import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CsvReader, readWorkbook } from "@tablewright/core";
import type { ReadTable } from "@tablewright/core/rules";
import { strFromU8, unzipSync } from "fflate";
import { reasonUnread } from "../reason-unread.ts";

/**
 * Reads the tables that a definition names: `prices.csv`, or a sheet of a workbook, `prices.xlsx#Prices`, else its first. Each file is
 * told before it is read.
 */
export function tableReader(definition: string, tell: (file: string) => void = () => {}): ReadTable {
  return (file) => {
    const [path = "", sheet] = file.split("#");
    const whole = resolve(dirname(definition), path);
    tell(whole);
    try {
      if (!/\.xlsx$/i.test(path)) {
        const reader = new CsvReader();
        return [...reader.push(readFileSync(whole, "utf8").replace(/^\uFEFF/, "")), ...reader.end()];
      }
      const sheets = readWorkbook(readFileSync(whole), { unzipSync, strFromU8 });
      const found = sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === sheet);
      if (found === undefined)
        return sheet === undefined ? "it has no filled cells" : `it has no sheet "${sheet}"`;
      // A workbook leaves out the blank cells at the end of a row.
      const width = found.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
      return found.rows.map(({ line, cells }) => ({
        line,
        cells: Array.from({ length: width }, (_, at) => cells[at] ?? null),
      }));
    } catch (error) {
      return reasonUnread(error);
    }
  };
}
