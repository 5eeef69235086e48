import type { Diagnostic, Engine, LoadRow, LoadSource, Path, ResultRow } from "@tablewright/core";
import type { GivenRows } from "../read/rule-tests.ts";

/** Opens a file of rows for a table; `from` is the file of the tests that names it. */
export type OpenGiven = (table: string, name: string, from: string | undefined) => Promise<LoadSource>;

/** Adds rows to their tables as an import does: initial values, formulas and checks, and no rules. */
export async function loadGiven(
  engine: Engine,
  given: GivenRows,
  from: string | undefined,
  open: OpenGiven,
): Promise<void> {
  const { table, path, rows, file } = given;
  if (rows?.length === 0) return;
  try {
    await load(
      engine,
      given,
      file === undefined ? inlineSource(table, rows ?? []) : await open(table, file, from),
    );
  } catch (thrown) {
    if (thrown instanceof UnreadableRows) throw new GivenError(path, thrown.message);
    throw thrown;
  }
}

async function load(engine: Engine, { path, file }: GivenRows, source: LoadSource): Promise<void> {
  let first: GivenError | undefined;
  let errors = 0;
  const result = await engine.load([source], {
    allOrNothing: true,
    watch: {
      refuses: (_, refused) => {
        for (const { position, diagnostics } of refused) {
          errors += diagnostics.length;
          first ??= refusedRow(path, file, position, diagnostics[0]);
        }
        return "";
      },
    },
  });
  if (first !== undefined) throw new GivenError(first.path, first.message + more(errors - 1));
  if (!result.ok) throw new GivenError(path, result.diagnostics.map(({ message }) => message).join(" "));
}

function refusedRow(
  path: Path,
  file: string | undefined,
  position: number,
  diagnostic: Diagnostic | undefined,
): GivenError {
  const { message = "", column } = diagnostic ?? {};
  const sentence = `The row cannot be given${column === undefined ? "" : `, column "${column}"`}: ${message}`;
  if (file !== undefined) return new GivenError(path, `${file}, row ${position}: ${sentence}`);
  return new GivenError([...path, position - 1, ...(column === undefined ? [] : [column])], sentence);
}

function more(count: number): string {
  return count === 0 ? "" : ` And ${count} more error${count === 1 ? "" : "s"}.`;
}

/** Rows that name different columns; a column that a row does not name takes its initial value. */
function inlineSource(table: string, rows: NonNullable<GivenRows["rows"]>): LoadSource {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells: readonly LoadRow[] = rows.map((row) => ({
    cells: columns.map((name) => (Object.hasOwn(row, name) ? row[name] : undefined)),
  }));
  return { table, columns, rows: inOnePart(cells) };
}

async function* inOnePart(rows: readonly LoadRow[]): AsyncGenerator<readonly LoadRow[]> {
  yield rows;
}

/** The stored columns of every row of a table, those that security filters hide included. */
export async function storedRows(engine: Engine, table: string): Promise<readonly ResultRow[]> {
  const rows: ResultRow[] = [];
  await engine.unload([table], (part) => {
    for (const cells of part.rows)
      rows.push(Object.fromEntries(part.columns.map(({ name }, at) => [name, cells[at] ?? null])));
  });
  return rows;
}

/** Rows that a test is to begin with and that cannot be had, in words for the person who wrote the test. */
export class GivenError extends Error {
  readonly path: Path;

  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

/** A file of rows that cannot be had, in words for the person who named it; what opens files for tests throws it. */
export class UnreadableRows extends Error {}
