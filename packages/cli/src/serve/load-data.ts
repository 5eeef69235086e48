import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "@tablewright/core";
import { count } from "../count.ts";
import type { Terminal } from "../terminal.ts";
import { countRows } from "./count-rows.ts";
import { loadTable } from "./load-table.ts";

/**
 * Adds the rows of `<folder>/<Table>.csv` to every table that is empty, in the definition's order.
 * Answers whether all of it went well; the errors have been reported then.
 */
export async function loadData(engine: Engine, folder: string, terminal: Terminal): Promise<boolean> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) {
    terminal.err(`The folder "${folder}" cannot be read.`);
    return false;
  }
  const files = names.filter((name) => name.endsWith(".csv")).sort();
  let isWell = true;
  for (const table of engine.app.tables.values()) {
    const name = files.find((one) => one === `${table.name}.csv`);
    if (name === undefined) continue;
    const file = join(folder, name);
    const already = await countRows(engine, table.name);
    if (!already.isEmpty) {
      terminal.out(`${table.name}: ${already.words} already there, ${file} is not loaded`);
      continue;
    }
    const { added, errors } = await loadTable(engine, table, file);
    for (const error of errors.slice(0, MOST_SHOWN)) terminal.err(error);
    if (errors.length > MOST_SHOWN) terminal.err(`… and ${count(errors.length - MOST_SHOWN, "error")} more`);
    terminal.out(`${table.name}: ${count(added, "row")} loaded from ${file}`);
    isWell &&= errors.length === 0;
  }
  for (const name of files) {
    if (!engine.app.tables.has(name.slice(0, -".csv".length))) {
      terminal.err(`${join(folder, name)}: belongs to no table of "${engine.app.name}" and is not loaded`);
    }
  }
  return isWell;
}

const MOST_SHOWN = 50;
