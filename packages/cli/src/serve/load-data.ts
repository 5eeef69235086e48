import { stat } from "node:fs/promises";
import { type Engine, type LoadSource, orderTables, type TableDefinition } from "@tablewright/core";
import type { TableFile } from "../files/open-source-file.ts";
import { FileError, type SourceFile, type SourceRow } from "../files/source-file.ts";
import { loadSourceOf, Stopped } from "../import/load-source-of.ts";
import { filesIn } from "../import/pair-files.ts";
import { describeDiagnostic, describeRefused, ImportProgressLine } from "../import/progress.ts";
import { counted, type Terminal } from "../terminal.ts";
import { countRows } from "./describe-application.ts";

/**
 * Adds the rows of `<folder>/<Table>.csv` (or .xlsx, .jsonl) to every table that is empty, each table whole or not at all,
 * those that others refer to first. Cells are read in the form of `locale`. Answers whether all of it went well; the errors
 * have been reported then.
 */
export async function loadData(
  engine: Engine,
  folder: string,
  terminal: Terminal,
  locale: string = PLAIN_LOCALE,
): Promise<boolean> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) {
    terminal.err(`There is no folder "${folder}"; name the folder of the files of rows with --data.`);
    return false;
  }
  const pairs = await filesIn(folder, {}, engine.app.tables);
  let isWell = true;
  for (const name of orderTables(engine.app)) {
    const table = engine.app.tables.get(name);
    const pair = pairs.find((one) => one.table === name);
    if (table !== undefined && pair !== undefined)
      isWell = (await loadTable(engine, table, pair, terminal, locale)) && isWell;
  }
  for (const { table, path } of pairs)
    if (!engine.app.tables.has(table))
      terminal.err(`${path}: belongs to no table of "${engine.app.name}" and is not loaded`);
  return isWell;
}

async function loadTable(
  engine: Engine,
  table: TableDefinition,
  { open }: TableFile,
  terminal: Terminal,
  locale: string,
): Promise<boolean> {
  const file = await open().catch((error: Error) => {
    if (!(error instanceof FileError)) throw error;
    terminal.err(error.message);
  });
  if (file === undefined) return false;
  if (file.headers.length === 0) return true;
  const source = loadSourceOf(table.name, file, {
    map: new Map(),
    unguards: false,
    stopped: terminal.stopped,
  });
  return new TableLoad(engine, file, source, terminal).run(locale).catch((error: Error) => {
    if (!(error instanceof FileError || error instanceof Stopped)) throw error;
    terminal.err(error.message);
    return false;
  });
}

class TableLoad {
  readonly #engine: Engine;
  readonly #file: SourceFile;
  readonly #source: LoadSource<SourceRow>;
  readonly #terminal: Terminal;
  #errors = 0;

  constructor(engine: Engine, file: SourceFile, source: LoadSource<SourceRow>, terminal: Terminal) {
    this.#engine = engine;
    this.#file = file;
    this.#source = source;
    this.#terminal = terminal;
  }

  async run(locale: string): Promise<boolean> {
    const { table } = this.#source;
    const { out, err } = this.#terminal;
    const progress = new ImportProgressLine(this.#terminal);
    progress.begin(table, this.#file.count, 0);
    const result = await this.#engine.load([this.#source], {
      allOrNothing: true,
      onlyEmpty: true,
      properties: { Locale: locale },
      watch: {
        advances: (_, { rows }) => progress.advance(rows),
        refuses: (_, rows) => {
          for (const row of rows) this.#report(describeRefused(this.#file.path, row));
          return "";
        },
      },
    });
    progress.end();
    if (!result.ok) {
      this.#report(result.diagnostics.map((one) => describeDiagnostic(`${this.#file.path}:1`, one)));
      return false;
    }
    const [loaded] = result.sources;
    if (loaded?.outcome === "occupied") {
      out(
        `${table}: ${(await countRows(this.#engine, table)).words} already there, ${this.#file.path} is not loaded`,
      );
      return true;
    }
    if (this.#errors > MOST_SHOWN) err(`… and ${counted(this.#errors - MOST_SHOWN, "error")} more`);
    out(
      `${table}: ${counted(result.isKept ? (loaded?.added ?? 0) : 0, "row")} loaded from ${this.#file.path}`,
    );
    return result.isKept;
  }

  #report(lines: readonly string[]): void {
    for (const line of lines.slice(0, Math.max(0, MOST_SHOWN - this.#errors))) this.#terminal.err(line);
    this.#errors += lines.length;
  }
}

/** Dates are ISO dates and numbers have a decimal point, whatever the application's locale. */
const PLAIN_LOCALE = "en-US";

const MOST_SHOWN = 50;
