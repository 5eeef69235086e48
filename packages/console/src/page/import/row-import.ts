import { type CallOptions, type Mistake, ProblemError, type Properties } from "@tablewright/client";
import { diagnoseProblems, type FileRow, fitRow } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { newId } from "../api/new-id.ts";

/** Adds rows to a table, as the client does. */
export type AddRows = (table: string, rows: readonly object[], options: CallOptions) => Promise<unknown>;

/** Which rows go where, and how they are read. */
export interface ImportPlan {
  readonly table: string;
  readonly key: readonly string[];
  readonly rows: readonly FileRow[];
  /** The column that each cell of a row is for; undefined for cells that are left out. */
  readonly columns: readonly (string | undefined)[];
  readonly properties: Properties;
}

export interface UnimportedRow {
  readonly row: FileRow;
  readonly errors: readonly Mistake[];
}

/** How far an import is: `done` rows are saved or refused. */
export interface ImportProgress {
  readonly done: number;
  readonly saved: number;
  /** In the order of the file. */
  readonly refused: readonly UnimportedRow[];
}

/**
 * Rows of a file on their way into a table, a part at a time. A call that is refused has changed nothing: it is sent again
 * without the rows that it names. After a failure it goes on with the same call, which the server carries out once.
 */
export class RowImport {
  readonly #add: AddRows;
  readonly #plan: ImportPlan;
  readonly #id = newId();
  #progress: ImportProgress = { done: 0, saved: 0, refused: [] };
  #part: Part | undefined;
  #partSize = MOST_ROWS;

  constructor(add: AddRows, plan: ImportPlan) {
    this.#add = add;
    this.#plan = plan;
  }

  /** Goes on where it was. Throws what the server says of a call as a whole, and what ends `signal`. */
  async run(signal: AbortSignal, advance: (progress: ImportProgress) => void): Promise<void> {
    while (this.#progress.done < this.#plan.rows.length) {
      this.#part ??= this.#nextPart();
      const refused = await this.#send(this.#part, signal);
      if (refused.size === 0) {
        this.#end(this.#part);
        advance(this.#progress);
      } else if (this.#partSize > 1 && this.#drawsOneKeyTwice(this.#part, refused)) {
        this.#partSize = 1;
        this.#part = undefined;
      } else this.#part = withoutRefused(this.#part, refused);
    }
  }

  /** Without the rows that have problems, of which the server does not learn. */
  #nextPart(): Part {
    const { rows, columns } = this.#plan;
    const part = nextPart(rows, columns.length, this.#progress.done, this.#partSize);
    const refused = part.open.flatMap(({ problems = [] }, at) => {
      const errors = diagnoseProblems(problems, columns);
      return errors.length === 0 ? [] : [[at, errors] as const];
    });
    return withoutRefused(part, new Map(refused));
  }

  /** The errors of rows that the server refuses, by their places in the call; none where it has been carried out. */
  async #send({ open }: Part, signal: AbortSignal): Promise<ReadonlyMap<number, Mistake[]>> {
    if (open.length === 0) return new Map();
    const { table, columns, properties } = this.#plan;
    const rows = open.map((row) => cellsOf(row, columns));
    const idempotencyKey = `${this.#id}-${this.#progress.done}-${open.length}`;
    const once = properties.DryRun === true ? {} : { idempotencyKey };
    try {
      await this.#add(table, rows, { properties: { ...properties, Cells: "text" }, signal, ...once });
      return new Map();
    } catch (error) {
      const refused = error instanceof ProblemError ? errorsByRow(error) : new Map();
      if (refused.size === 0) throw error;
      return refused;
    }
  }

  #end(part: Part): void {
    const { done, saved, refused } = this.#progress;
    const inOrder = part.refused.toSorted((one, other) => one.row.line - other.row.line);
    this.#progress = {
      done: done + part.size,
      saved: saved + part.open.length,
      refused: [...refused, ...inOrder],
    };
    this.#part = undefined;
  }

  /** Whether the application gives two rows of one call the same key, as `MAX(…) + 1` does; then they go one by one. */
  #drawsOneKeyTwice({ open }: Part, refused: ReadonlyMap<number, readonly Mistake[]>): boolean {
    const { key, columns } = this.#plan;
    return [...refused].some(([at, errors]) => {
      const cells = cellsOf(open[at] as FileRow, columns);
      return (
        errors.some(({ code }) => code === "key/twice") && key.some((name) => (cells[name] ?? "") === "")
      );
    });
  }
}

/** Rows of one call, of which some may be refused already. */
interface Part {
  /** With those that are refused. */
  readonly size: number;
  readonly open: readonly FileRow[];
  readonly refused: readonly UnimportedRow[];
}

/** As many rows as a call takes well, at least one, with a cell for each of the columns of the file. */
function nextPart(rows: readonly FileRow[], width: number, from: number, most: number): Part {
  let characters = 0;
  const open: FileRow[] = [];
  for (const one of rows.slice(from, from + most)) {
    const row = fitRow(one, width);
    characters += JSON.stringify(row.cells).length;
    if (characters > MOST_CHARACTERS && open.length > 0) break;
    open.push(row);
  }
  return { size: open.length, open, refused: [] };
}

const MOST_ROWS = 200;
const MOST_CHARACTERS = 1_000_000;

function withoutRefused(part: Part, refused: ReadonlyMap<number, UnimportedRow["errors"]>): Part {
  const rows = [...refused].map(([at, errors]) => ({ row: part.open[at] as FileRow, errors }));
  return {
    ...part,
    open: part.open.filter((_, at) => !refused.has(at)),
    refused: [...part.refused, ...rows],
  };
}

function cellsOf({ cells }: FileRow, columns: ImportPlan["columns"]): Record<string, JsonValue> {
  return Object.fromEntries(
    columns.flatMap((column, at) => {
      const cell = cells[at];
      return column === undefined || cell === undefined ? [] : [[column, cell]];
    }),
  );
}

/** By places from 0. What is said of no row is about how many errors there are. */
function errorsByRow({ errors }: ProblemError): ReadonlyMap<number, Mistake[]> {
  return Map.groupBy(
    errors.filter(({ row }) => row !== undefined),
    ({ row = 1 }) => row - 1,
  );
}
