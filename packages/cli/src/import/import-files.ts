import { createHash } from "node:crypto";
import { extname } from "node:path";
import {
  type AppDefinition,
  createEngine,
  findName,
  type Loaded,
  type LoadOptions,
  type LoadSource,
  orderTables,
  type Properties,
  withoutCode,
} from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { TableFile } from "../files/open-source-file.ts";
import { FileError, type ReadingOptions, type SourceFile, type SourceRow } from "../files/source-file.ts";
import { loneServices } from "../platform.ts";
import { readProgramModule } from "../program-module.ts";
import { readSoundDefinition } from "../read-definition.ts";
import type { Terminal } from "../terminal.ts";
import { withStore } from "../with-application.ts";
import { type ColumnMap, loadSourceOf, readColumnMap, Stopped } from "./load-source-of.ts";
import { pairFiles } from "./pair-files.ts";
import { describeCounts, describeDiagnostic, describeRefused, ImportProgressLine } from "./progress.ts";
import { RefusedFile } from "./refused-file.ts";

export interface ImportOptions extends ReadingOptions {
  readonly store: string;
  readonly onDuplicate: NonNullable<LoadOptions["onDuplicate"]>;
  readonly dryRun?: true;
  readonly functions?: string;
  readonly allOrNothing?: true;
  /** Texts such as `Header=Column`. */
  readonly column?: readonly string[];
  readonly locale?: string;
  readonly timezone?: string;
  readonly rejected?: string;
  readonly again?: true;
  readonly abandon?: true;
  readonly raw?: true;
}

/** Adds the rows of files to tables; answers the exit code: 1 also where rows were refused. */
export async function importFiles(
  definitionFile: string,
  fileNames: readonly string[],
  options: ImportOptions,
  terminal: Terminal,
): Promise<number> {
  if (options.store === "memory:" && !options.dryRun) {
    terminal.err(
      'Rows in "memory:" are gone when the command ends: name a store with --store, or try with --dry-run.',
    );
    return 1;
  }
  const module = await readProgramModule(options.functions, terminal);
  if (module === undefined) return 1;
  const definition = await readSoundDefinition(definitionFile, terminal, { functions: module.functions });
  if (definition === undefined) return 1;
  const named = await pairFiles(fileNames, options, definition.tables);
  const nameOf = (table: string) => findName([...definition.tables.values()], table).match?.name ?? table;
  const pairs =
    typeof named === "string" ? named : named.map((one) => ({ ...one, table: nameOf(one.table) }));
  const map = readColumnMap(options.column ?? []);
  for (const sentence of [pairs, map]) if (typeof sentence === "string") terminal.err(sentence);
  if (typeof pairs === "string" || typeof map === "string") return 1;
  const items = await openAll(definition, pairs, options, map, terminal);
  if (items === undefined) return 1;
  const isWell = await withStore(options.store, definition, { mustExist: false }, terminal, (store) =>
    new Import(definition, store, items, options, terminal).run(),
  );
  return isWell ? 0 : 1;
}

/** A file, its rows for the engine, and where those go that are refused. */
interface Item {
  readonly file: SourceFile;
  readonly source: LoadSource<SourceRow>;
  readonly refused: RefusedFile;
}

/** Looks through every file, so that nothing is written where one cannot be read; undefined where that has been reported. */
async function openAll(
  definition: AppDefinition,
  pairs: readonly TableFile[],
  options: ImportOptions,
  map: ColumnMap,
  terminal: Terminal,
): Promise<readonly Item[] | undefined> {
  const order = orderTables(definition);
  const sorted = pairs.toSorted((one, other) => order.indexOf(one.table) - order.indexOf(other.table));
  const items: Item[] = [];
  let isWell = true;
  for (const { table, path, open } of sorted) {
    const file = await open().catch((error: Error) => {
      if (!(error instanceof FileError)) throw error;
      terminal.err(error.message);
    });
    isWell &&= file !== undefined;
    if (file === undefined) continue;
    if (file.headers.length === 0 && file.count === 0) {
      terminal.out(`${table}: 0 rows added; ${path} is empty`);
      continue;
    }
    const unguards = options.raw === undefined && path.toLowerCase().endsWith(".csv");
    const id = idOf(file, table, options);
    const source = loadSourceOf(table, file, { map, unguards, id, stopped: terminal.stopped });
    const refused = new RefusedFile(refusedPath(options.rejected, table, sorted), file.headers, {
      guards: unguards,
      json: jsonCells(definition, source),
    });
    items.push({ file, source, refused });
  }
  const headers = new Set(items.flatMap(({ file }) => file.headers));
  for (const header of [...map.keys()].filter((one) => !headers.has(one))) {
    terminal.err(`--column "${header}=${map.get(header)}": no file has a column "${header}".`);
    isWell = false;
  }
  return isWell ? items : undefined;
}

/** The same for the same rows, read and written in the same way. */
function idOf({ fingerprint }: SourceFile, table: string, options: ImportOptions): string {
  const { column = [], locale, timezone, onDuplicate, raw, sheet, headerRow, encoding } = options;
  const file = [fingerprint, ...[sheet, headerRow, encoding].filter((one) => one !== undefined)];
  const way = JSON.stringify([...file, table, [...column].sort(), locale, timezone, onDuplicate, raw]);
  return createHash("sha256").update(way).digest("hex");
}

class Import {
  readonly #definition: AppDefinition;
  readonly #store: Store;
  readonly #items: ReadonlyMap<LoadSource<SourceRow>, Item>;
  readonly #options: ImportOptions;
  readonly #terminal: Terminal;
  readonly #progress: ImportProgressLine;
  #shown = 0;
  #hasExistingKeys = false;

  constructor(
    definition: AppDefinition,
    store: Store,
    items: readonly Item[],
    options: ImportOptions,
    terminal: Terminal,
  ) {
    this.#definition = definition;
    this.#store = store;
    this.#items = new Map(items.map((item) => [item.source, item]));
    this.#options = options;
    this.#terminal = terminal;
    this.#progress = new ImportProgressLine(terminal);
  }

  /** Answers whether every row is in. */
  async run(): Promise<boolean> {
    const engine = await createEngine({
      definition: this.#definition,
      store: this.#store,
      services: loneServices,
      functions: withoutCode(this.#definition),
    });
    try {
      const result = await engine.load([...this.#items.keys()], this.#loadOptions());
      this.#progress.end();
      if (result.ok) return this.#report(result);
      for (const one of result.diagnostics) {
        this.#terminal.err(describeDiagnostic(one.file ?? "import", one));
        if (one.code === "column/unknown")
          this.#terminal.err(
            `  Map it with --column "${one.column}=Column", or leave it out with --column "${one.column}=".`,
          );
        if (one.code === "load/cut-off") this.#terminal.err("  To abandon it, import with --abandon.");
      }
      return false;
    } catch (error) {
      this.#progress.end();
      if (!(error instanceof Stopped || error instanceof FileError)) throw error;
      this.#terminal.err(error.message);
      this.#terminal.err(
        this.#isOne
          ? "Nothing was imported."
          : "The import is not complete. Run the same command again to continue it.",
      );
      return false;
    } finally {
      for (const { refused } of this.#items.values()) await refused.close();
    }
  }

  get #isOne(): boolean {
    return this.#options.allOrNothing === true || this.#options.dryRun === true;
  }

  #loadOptions(): LoadOptions<SourceRow> {
    const { onDuplicate, allOrNothing, dryRun, again, abandon, locale, timezone } = this.#options;
    const properties: Properties = {
      ...(locale === undefined ? {} : { Locale: locale }),
      ...(timezone === undefined ? {} : { Timezone: timezone }),
    };
    return {
      onDuplicate,
      properties,
      ...(allOrNothing ? { allOrNothing } : {}),
      ...(dryRun ? { dryRun } : {}),
      ...(again ? { again } : {}),
      ...(abandon ? { abandon } : {}),
      watch: {
        begins: async (source, { rows }, note) => {
          const { file, refused } = this.#itemOf(source);
          this.#progress.begin(source.table, file.count, rows);
          return refused.begin(note);
        },
        refuses: (source, rows, note) => {
          const { file, refused } = this.#itemOf(source);
          const lines = rows.flatMap((row) => describeRefused(file.path, row));
          this.#hasExistingKeys ||= rows.some(({ diagnostics }) =>
            diagnostics.some(({ code }) => code === "key/duplicate"),
          );
          const shown = lines.slice(0, Math.max(0, MOST_SHOWN - this.#shown));
          this.#shown += lines.length;
          if (shown.length > 0) this.#progress.end();
          for (const line of shown) this.#terminal.err(line);
          return refused.write(rows, note);
        },
        advances: (_, { rows }) => this.#progress.advance(rows),
      },
    };
  }

  #itemOf(source: LoadSource<SourceRow>): Item {
    return this.#items.get(source) as Item;
  }

  #report({ isKept, sources }: Loaded): boolean {
    const { out, err } = this.#terminal;
    if (this.#shown > MOST_SHOWN)
      err(`… and ${(this.#shown - MOST_SHOWN).toLocaleString("en-US")} more errors`);
    if (this.#hasExistingKeys)
      err(
        "Some keys exist: --on-duplicate update changes the rows that have them, --on-duplicate skip leaves those rows as they are.",
      );
    const items = [...this.#items.values()];
    for (const [at, source] of sources.entries()) {
      const { file, refused } = items[at] as Item;
      for (const warning of source.warnings) err(describeDiagnostic(file.path, warning));
      const counts = describeCounts(source);
      if (source.outcome === "already")
        out(
          `${source.table}: ${file.path} was imported before (${counts}). To import it once more, say --again.`,
        );
      else
        out(
          `${source.table}: ${counts}${source.outcome === "continued" ? ", counting those before the interruption" : ""}`,
        );
      if (refused.name !== undefined) out(`${source.table}: the refused rows and why are in ${refused.name}`);
    }
    if (this.#options.dryRun) out("This was a dry run: nothing was imported.");
    else if (!isKept) out("Nothing was imported, because rows are refused.");
    return sources.every(({ outcome, refused }) => outcome === "already" || refused === 0);
  }
}

/** Positions of the cells of a file of JSON that are for columns of any JSON. */
function jsonCells(
  { tables }: AppDefinition,
  { table, columns, cells }: LoadSource<SourceRow>,
): ReadonlySet<number> {
  const json = tables.get(table)?.columns.filter(({ type }) => type.kind === "Json") ?? [];
  const isJson = (name: string | undefined) =>
    json.some((column) => column.name.toLowerCase() === name?.toLowerCase());
  return new Set(cells === "text" ? [] : columns.flatMap((name, at) => (isJson(name) ? [at] : [])));
}

/** Errors that are shown; all of them are in the file of refused rows. */
const MOST_SHOWN = 10;

/** Where the rows of a table go that are refused: a file in the folder of the command, or the one that was named. */
function refusedPath(
  named: string | undefined,
  table: string,
  pairs: readonly Pick<TableFile, "table">[],
): string {
  if (named === undefined) return `${table.replaceAll(/[/\\:]/gu, "_")}.refused.csv`;
  if (pairs.length === 1) return named;
  const ending = extname(named);
  return `${named.slice(0, named.length - ending.length)}.${table}${ending}`;
}
