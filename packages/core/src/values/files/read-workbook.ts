import type { JsonValue } from "../value.ts";
import {
  type FileRow,
  headersOf,
  isBlankRow,
  MOST_COLUMNS,
  type RowProblem,
  shownNumber,
} from "./file-row.ts";
import { attributeOf, scanXml, type XmlWatch } from "./scan-xml.ts";

/** A zip library, which is handed in. */
interface Zip {
  unzipSync(
    bytes: Uint8Array,
    options: { filter: (part: { name: string; size: number; originalSize: number }) => boolean },
  ): Record<string, Uint8Array>;
  strFromU8(bytes: Uint8Array): string;
}

/** A sheet of cells with its filled rows. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly FileRow[];
}

/** A workbook that is not read because it would take too much memory or time; the message is a sentence for its owner. */
export class WorkbookTooLarge extends Error {
  constructor(what: string) {
    super(`${what}; save the rows as CSV.`);
    this.name = "WorkbookTooLarge";
  }
}

/** Throws for a file that is not to be read into memory at all. */
export function admitWorkbookFile(size: number): void {
  if (size > MOST_BYTES) throw new WorkbookTooLarge(`It has more than ${MEGABYTES} MB`);
}

/**
 * The sheets of an Excel workbook (ECMA-376) that have filled cells, in their order. Throws a `WorkbookTooLarge` by what the
 * archive says of its parts, before one is unpacked, and by the rows, cells and other elements of these, blank ones too.
 */
export function readWorkbook(bytes: Uint8Array, zip: Zip): readonly Sheet[] {
  admitWorkbookFile(bytes.length);
  const parts = new Parts(bytes, zip);
  const book = parts.related("").find(({ type }) => type === "officeDocument")?.path ?? "xl/workbook.xml";
  const related = parts.related(book);
  const pathOf = (type: string) => related.find((one) => one.type === type)?.path;
  const contents = readBook(parts, book);
  const style = {
    texts: readTexts(parts, pathOf("sharedStrings")),
    areDates: readStyles(parts, pathOf("styles")),
    firstDay: contents.firstDay,
  };
  return contents.sheets.flatMap(({ name, id }) => {
    const sheet = related.find((one) => one.id === id && one.type === "worksheet");
    const rows = sheet === undefined ? [] : readSheet(parts, sheet.path, name, style);
    return rows.length === 0 ? [] : { name, rows };
  });
}

/** A sheet as a table: its first row that is not blank, from `headerRow` on, names columns. Its rows are to be fitted to these one by one. */
export function tableOfSheet(
  rows: readonly FileRow[],
  headerRow = 1,
): { readonly headers: readonly string[]; readonly rows: readonly FileRow[] } {
  const [first, ...others] = rows.filter(({ line }) => line >= headerRow);
  if (first === undefined) return { headers: [], rows: [] };
  const headers = headersOf(first);
  return { headers, rows: others };
}

const MEGABYTES = 128;
const MOST_BYTES = MEGABYTES * 1_048_576;
/** Elements of all parts, and cells that rows leave out before their last. */
const MOST_ELEMENTS = 10_000_000;
/** Of a sheet. */
const MOST_ROWS = 1_048_576;

/** The parts of a workbook by their paths, which differ in case only by mistake. */
class Parts {
  readonly #parts: ReadonlyMap<string, Uint8Array>;
  readonly #zip: Zip;
  #elements = 0;

  constructor(bytes: Uint8Array, zip: Zip) {
    let size = 0;
    const filter = (part: { name: string; size: number; originalSize: number }) => {
      if (!/\.(xml|rels)$/iu.test(part.name)) return false;
      size += Math.max(part.size, part.originalSize); // a part that is not packed is taken as it is in the archive
      if (size > MOST_BYTES) throw new WorkbookTooLarge(`It unpacks to more than ${MEGABYTES} MB`);
      return true;
    };
    const parts = Object.entries(zip.unzipSync(bytes, { filter }));
    this.#parts = new Map(parts.map(([name, part]) => [plainPath(name), part]));
    this.#zip = zip;
  }

  /** Passes over a part, and over nothing where there is none. */
  scan(path: string | undefined, watch: XmlWatch): void {
    const part = path === undefined ? undefined : this.#parts.get(plainPath(path));
    if (part === undefined) return;
    scanXml(this.#zip.strFromU8(part), {
      ...watch,
      open: (name, attributes) => {
        this.take(1);
        watch.open(name, attributes);
      },
    });
  }

  /** Counts elements, or cells that a row leaves out. */
  take(count: number): void {
    this.#elements += count;
    if (this.#elements > MOST_ELEMENTS)
      throw new WorkbookTooLarge(
        `It has more than ${MOST_ELEMENTS.toLocaleString("en-US")} rows, cells and values`,
      );
  }

  /** What a part refers to; `""` stands for the workbook as a whole. */
  related(path: string): readonly Related[] {
    const slash = path.lastIndexOf("/") + 1;
    const folder = path.slice(0, slash);
    const related: Related[] = [];
    this.scan(`${folder}_rels/${path.slice(slash)}.rels`, {
      open: (name, attributes) => {
        if (name !== "Relationship") return;
        const target = attributeOf(attributes, "Target") ?? "";
        const type = attributeOf(attributes, "Type")?.split("/").at(-1) ?? "";
        related.push({ id: attributeOf(attributes, "Id"), type, path: resolve(folder, target) });
      },
    });
    return related;
  }
}

interface Related {
  readonly id: string | undefined;
  /** The last word of its type, such as `worksheet`. */
  readonly type: string;
  readonly path: string;
}

function plainPath(path: string): string {
  return path.replaceAll("\\", "/").replace(/^\//u, "").toLowerCase();
}

function resolve(folder: string, target: string): string {
  const steps = (target.startsWith("/") ? target : folder + target).split("/");
  const path: string[] = [];
  for (const step of steps)
    if (step === "..") path.pop();
    else if (step !== "." && step !== "") path.push(step);
  return path.join("/");
}

function readBook(parts: Parts, book: string) {
  const sheets: { name: string; id: string | undefined }[] = [];
  let firstDay = DAY_1900;
  parts.scan(book, {
    open: (name, attributes) => {
      if (name === "sheet")
        sheets.push({ name: attributeOf(attributes, "name") ?? "", id: attributeOf(attributes, "\\w+:id") });
      if (name === "workbookPr" && /^(1|true)$/u.test(attributeOf(attributes, "date1904") ?? ""))
        firstDay = DAY_1904;
    },
  });
  return { sheets, firstDay };
}

/** The texts that cells share. What is said of how they are pronounced is left out. */
function readTexts(parts: Parts, path: string | undefined): readonly string[] {
  const texts: string[] = [];
  const text = new TextCollector();
  parts.scan(path, {
    open: (name) => text.open(name),
    text: (part) => text.add(part),
    close: (name) => {
      text.close(name);
      if (name === "si") texts.push(text.take());
    },
  });
  return texts;
}

/** Collects the text of a cell, which may be in parts of different fonts. */
class TextCollector {
  #text = "";
  #isText = false;
  #isPhonetic = false;

  open(name: string): void {
    this.#isPhonetic ||= name === "rPh";
    this.#isText = name === "t" && !this.#isPhonetic;
  }

  close(name: string): void {
    if (name === "rPh") this.#isPhonetic = false;
    this.#isText = false;
  }

  add(part: string): void {
    if (this.#isText) this.#text += part;
  }

  take(): string {
    const text = unescapeSigns(this.#text);
    this.#text = "";
    return text;
  }
}

/** Signs that XML cannot hold are written by their codes. */
function unescapeSigns(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replaceAll(/_x([\dA-F]{4})_/giu, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Whether numbers of a style are dates or times, by the number of the style. */
function readStyles(parts: Parts, path: string | undefined): readonly boolean[] {
  const own = new Map<string, boolean>();
  const areDates: boolean[] = [];
  let isInCells = false;
  parts.scan(path, {
    open: (name, attributes) => {
      if (name === "cellXfs") isInCells = true;
      const id = attributeOf(attributes, "numFmtId") ?? "0";
      if (name === "numFmt") own.set(id, isDateForm(attributeOf(attributes, "formatCode") ?? ""));
      if (name === "xf" && isInCells) areDates.push(own.get(id) ?? DATE_FORMS.test(id));
    },
    close: (name) => {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return areDates;
}

/** Forms that every program has, by their numbers. */
const DATE_FORMS = /^(1[4-9]|2[0-27-9]|3[0-6]|4[5-7]|5[0-8]|7[1-9]|8[01])$/u;

/** Whether a form writes parts of a date or time, besides signs that it writes as they are. */
function isDateForm(form: string): boolean {
  return /[dmyhs]/iu.test(form.replaceAll(/"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]|general/giu, ""));
}

interface CellStyle {
  readonly texts: readonly string[];
  readonly areDates: readonly boolean[];
  readonly firstDay: number;
}

/** The filled rows of a sheet. */
function readSheet(parts: Parts, path: string, sheet: string, style: CellStyle): readonly FileRow[] {
  const rows: FileRow[] = [];
  const text = new TextCollector();
  let line = 0;
  let cells: JsonValue[] = [];
  let problems: RowProblem[] = [];
  let column = 0;
  let kind = "";
  let isDate = false;
  let value: string | undefined;
  parts.scan(path, {
    open: (name, attributes) => {
      text.open(name);
      if (name === "row") {
        line = Number(attributeOf(attributes, "r") ?? line + 1);
        if (!(line <= MOST_ROWS))
          throw new WorkbookTooLarge(
            `Its sheet "${sheet}" has a row ${line}, and ${MOST_ROWS} is the last that there can be`,
          );
        [cells, problems, column] = [[], [], 0];
      } else if (name === "c") {
        const letters = /^[A-Z]+/iu.exec(attributeOf(attributes, "r") ?? "")?.[0];
        column = letters === undefined ? column + 1 : numberOfColumn(letters);
        if (column > MOST_COLUMNS)
          throw new WorkbookTooLarge(
            `Its sheet "${sheet}" has a cell in row ${line} beyond the last column that there can be`,
          );
        kind = attributeOf(attributes, "t") ?? "n";
        isDate = kind === "n" && style.areDates[Number(attributeOf(attributes, "s"))] === true;
        text.take();
      } else if (name === "v") value = "";
    },
    text: (part) => {
      text.add(part);
      if (value !== undefined) value += part;
    },
    close: (name) => {
      text.close(name);
      if (name === "v" && value !== undefined) {
        setCell(kind === "e" ? value : cellOf(kind, value, isDate, style));
        if (kind === "e") problems.push({ cell: column - 1, error: value });
        value = undefined;
      } else if (name === "is") setCell(text.take());
      else if (name === "row") {
        const row: FileRow = { line, cells, ...(problems.length === 0 ? {} : { problems }) };
        if (!isBlankRow(row)) rows.push(row);
      }
    },
  });
  return rows;

  function setCell(cell: JsonValue): void {
    if (column > cells.length + 1) parts.take(column - cells.length - 1);
    while (cells.length < column) cells.push("");
    cells[column - 1] = cell;
  }
}

function numberOfColumn(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function cellOf(kind: string, text: string, isDate: boolean, { texts, firstDay }: CellStyle): JsonValue {
  if (kind === "s") return texts[Number(text)] ?? "";
  if (kind === "b") return text === "1" || text === "true";
  if (kind === "d") return text.replace(/T00:00(:00(\.0+)?)?Z?$/u, "");
  const number = Number(text);
  if (kind !== "n" || text === "" || Number.isNaN(number)) return unescapeSigns(text);
  return isDate && Math.abs(number) < LAST_DAY
    ? isoOf(Math.round((number + firstDay) * DAY_SECONDS))
    : (shownNumber(number) ?? text);
}

/** A workbook has no dates without a time, and neither has a zone; times and spans count from its first moment. */
function isoOf(seconds: number): string {
  if (seconds < FIRST_DATE) return spanOf(seconds - DAY_1900 * DAY_SECONDS);
  const iso = new Date(seconds * 1_000).toISOString();
  const [day = "", time = ""] = iso.slice(0, "yyyy-mm-ddThh:mm:ss".length).split("T");
  return time === "00:00:00" ? day : `${day}T${time}`;
}

/** `HH:MM:SS`, which is a time of day where it is shorter than one. */
function spanOf(seconds: number): string {
  const parts = [
    Math.floor(Math.abs(seconds) / 3_600),
    Math.floor(Math.abs(seconds) / 60) % 60,
    Math.abs(seconds) % 60,
  ];
  return (seconds < 0 ? "-" : "") + parts.map((part) => String(part).padStart(2, "0")).join(":");
}

const DAY_SECONDS = 86_400;

/** The day from which dates are counted, as days since 1970: 30 December 1899, or 1 January 1904. */
const DAY_1900 = -25_569;
const DAY_1904 = -24_107;

/** 1 January 10000, counted by a workbook. */
const LAST_DAY = 2_958_466;

/** Before it workbooks count a day that did not exist, so that dates cannot be distinguished from spans of up to 1,463 hours. */
const FIRST_DATE = Date.UTC(1900, 2, 1) / 1_000;
