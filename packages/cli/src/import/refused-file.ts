import { existsSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { extname } from "node:path";
import { guardCell, REFUSED_HEADERS, type RefusedRow, refusedCells, writeCsv } from "@tablewright/core";
import type { SourceRow } from "../files/source-file.ts";

/**
 * A CSV file of the rows that an import refused: where each stood, which columns are wrong, why, and its cells as they were.
 * It is made when there is a first row, never in the place of another file. The note that each writing answers is all that is
 * needed to go on after an interruption: what was written after it is cut off, because it was never committed.
 */
export class RefusedFile {
  readonly #path: string;
  readonly #headers: readonly string[];
  readonly #guards: boolean;
  readonly #json: ReadonlySet<number>;
  #handle: FileHandle | undefined;
  #name: string | undefined;
  #length = 0;

  /** `json` has the positions of cells that are any JSON, of which a text is written as JSON too. */
  constructor(
    path: string,
    headers: readonly string[],
    { guards, json }: { readonly guards: boolean; readonly json: ReadonlySet<number> },
  ) {
    this.#path = path;
    this.#headers = headers;
    this.#guards = guards;
    this.#json = json;
  }

  /** The file, if there is one. */
  get name(): string | undefined {
    return this.#length === 0 ? undefined : this.#name;
  }

  /** Begins, or goes on after the writing that answered `note`; answers the note of now. */
  async begin(note: string): Promise<string> {
    const { file, length } =
      note === "" ? { file: freeName(this.#path), length: 0 } : (JSON.parse(note) as Note);
    this.#name = file;
    if (note !== "" && existsSync(file)) {
      this.#handle = await open(file, "r+");
      this.#length = Math.min(length, (await this.#handle.stat()).size);
      await this.#handle.truncate(this.#length);
    }
    return this.#note();
  }

  /** Writes rows at the position that `note` holds; returns the note for the next ones. */
  async write(rows: readonly RefusedRow<SourceRow>[], note: string): Promise<string> {
    this.#length = note === "" ? 0 : (JSON.parse(note) as Note).length;
    this.#handle ??= await open(this.#name ?? this.#path, "wx", MODE);
    const lines = rows.map(({ row, diagnostics }) => [
      ...refusedCells(row.line, diagnostics),
      ...row.cells.map((cell, at) => this.#textOf(cell, at)),
    ]);
    const all = this.#length === 0 ? [[...REFUSED_HEADERS, ...this.#headers], ...lines] : lines;
    const text = Buffer.from(writeCsv(all, { guards: false, lineEnd: "\n" }));
    await this.#handle.write(text, 0, text.length, this.#length);
    await this.#handle.datasync();
    this.#length += text.length;
    return this.#note();
  }

  async close(): Promise<void> {
    if (this.#handle === undefined) return;
    await this.#handle.close();
    if (this.#length === 0) await rm(this.#name ?? this.#path, { force: true });
    this.#handle = undefined;
  }

  #note(): string {
    const note: Note = { file: this.#name ?? this.#path, length: this.#length };
    return JSON.stringify(note);
  }

  #textOf(cell: SourceRow["cells"][number], at: number): string {
    if (cell === undefined || cell === null) return "";
    const text = typeof cell === "object" || this.#json.has(at) ? JSON.stringify(cell) : String(cell);
    return this.#guards ? guardCell(text) : text;
  }
}

interface Note {
  readonly file: string;
  readonly length: number;
}

/** Only the user who imports rows may read them. */
const MODE = 0o600;

/** The path, or where there is a file already, `refused-2.csv`, `refused-3.csv` … */
function freeName(path: string): string {
  const ending = extname(path);
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${path.slice(0, path.length - ending.length)}-${number}${ending}`;
    if (!existsSync(name)) return name;
  }
}
