import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { findDelimiter } from "@tablewright/core";
import { FileError } from "../source-file.ts";
import type { CsvForm } from "./read-csv.ts";
import { readCsv } from "./read-csv.ts";

/** What a CSV file is like, found without taking it apart. */
export interface CsvScan extends CsvForm {
  readonly headers: readonly string[];
  /** Rows, the first one included. */
  readonly rows: number;
  /** SHA-256 of its bytes. */
  readonly fingerprint: string;
}

/**
 * Looks through a file once, so that what is wrong with it as a whole is said before any of it is used. Throws a `FileError`
 * when it is not UTF-8, or at a quote that does not match.
 */
export async function scanCsv(path: string): Promise<CsvScan> {
  const hash = createHash("sha256");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let scanner: QuoteScanner | undefined;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    decode(path, () => decoder.decode(chunk, { stream: true }));
    scanner ??= new QuoteScanner(path, findDelimiter(chunk.toString("utf8")));
    scanner.take(chunk);
  }
  decode(path, () => decoder.decode());
  scanner ??= new QuoteScanner(path, ",");
  const { rows, isPlain } = scanner.end();
  const form = { delimiter: scanner.delimiter, isPlain };
  return { ...form, rows, fingerprint: hash.digest("hex"), headers: await readHeaders(path, form) };
}

function decode(path: string, work: () => unknown): void {
  try {
    work();
  } catch {
    throw new FileError(path, undefined, 'It is not UTF-8; save it as "CSV UTF-8".');
  }
}

async function readHeaders(path: string, form: CsvForm): Promise<readonly string[]> {
  for await (const [first] of readCsv(path, form)) return first?.cells ?? [];
  return [];
}

const CHUNK = 262_144;

type State = "cell" | "plain" | "quoted" | "closed";

/** Follows the quotes of a file byte by byte; the signs that matter are single bytes of UTF-8. */
class QuoteScanner {
  readonly delimiter: string;
  readonly #path: string;
  readonly #delimiterByte: number;
  #state: State = "cell";
  #line = 1;
  #openedAt = 1;
  #rows = 0;
  #isPlain = true;
  #hasContent = false;
  #isAfterReturn = false;
  #isStart = true;

  constructor(path: string, delimiter: string) {
    this.#path = path;
    this.delimiter = delimiter;
    this.#delimiterByte = delimiter.charCodeAt(0);
  }

  take(chunk: Buffer): void {
    let at = 0;
    if (this.#isStart && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) at = 3;
    this.#isStart = false;
    for (; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (byte > CARRIAGE_RETURN && byte !== QUOTE && byte !== this.#delimiterByte) {
        // Most bytes say nothing.
        this.#isAfterReturn = false;
        if (this.#state === "quoted") continue;
        if (this.#state === "closed") this.#refuse("After a closing quote the cell goes on.", this.#line);
        this.#state = "plain";
        this.#hasContent = true;
        continue;
      }
      this.#sign(byte);
    }
  }

  end(): { readonly rows: number; readonly isPlain: boolean } {
    if (this.#state === "quoted") this.#refuse("A quote opens here and is never closed.", this.#openedAt);
    if (this.#hasContent) this.#rows++;
    return { rows: this.#rows, isPlain: this.#isPlain };
  }

  #sign(byte: number): void {
    const isSecondHalf = byte === LINE_FEED && this.#isAfterReturn;
    this.#isAfterReturn = byte === CARRIAGE_RETURN;
    if (isSecondHalf) return;
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) this.#endLine();
    else if (byte === QUOTE) this.#quote();
    else if (this.#state !== "quoted") this.#inRow(byte);
  }

  #inRow(byte: number): void {
    this.#hasContent = true;
    if (byte === this.#delimiterByte) this.#state = "cell";
    else if (this.#state === "closed") this.#refuse("After a closing quote the cell goes on.", this.#line);
    else this.#state = "plain";
  }

  #endLine(): void {
    this.#line++;
    if (this.#state === "quoted") {
      this.#isPlain = false;
      return;
    }
    if (this.#hasContent) this.#rows++;
    else this.#isPlain = false;
    this.#hasContent = false;
    this.#state = "cell";
  }

  #quote(): void {
    if (this.#state === "plain")
      this.#refuse("A quote stands inside a cell that does not begin with one.", this.#line);
    if (this.#state === "cell") this.#openedAt = this.#line;
    this.#hasContent = true;
    this.#state = this.#state === "quoted" ? "closed" : "quoted";
  }

  #refuse(message: string, line: number): never {
    throw new FileError(this.#path, line, message);
  }
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const QUOTE = 34;
