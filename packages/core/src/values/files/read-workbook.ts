import type { JsonValue } from "../value.ts";
import { type FileRow, fitRow, headersOf, isBlankRow, type RowProblem, shownNumber } from "./file-row.ts";

/** A zip library, which is handed in. */
interface Zip {
  unzipSync(
    bytes: Uint8Array,
    options: { filter: (part: { name: string; originalSize: number }) => boolean },
  ): Record<string, Uint8Array>;
  strFromU8(bytes: Uint8Array): string;
}

/** A sheet of cells with its filled rows. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly FileRow[];
}

/** A workbook that is not read because it would take too much memory; the message is a sentence for its owner. */
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
 * archive says of its parts, before one is unpacked, and by the cells of its rows.
 */
export function readWorkbook(bytes: Uint8Array, zip: Zip): readonly Sheet[] {
  admitWorkbookFile(bytes.length);
  const parts = new Parts(bytes, zip);
  const book = parts.related("").find(({ type }) => type === "officeDocument")?.path ?? "xl/workbook.xml";
  const related = parts.related(book);
  const pathOf = (type: string) => related.find((one) => one.type === type)?.path;
  const contents = readBook(parts.text(book));
  const style = {
    texts: readTexts(parts.text(pathOf("sharedStrings"))),
    areDates: readStyles(parts.text(pathOf("styles"))),
    firstDay: contents.firstDay,
  };
  const room = { cells: MOST_CELLS };
  return contents.sheets.flatMap(({ name, id }) => {
    const sheet = related.find((one) => one.id === id && one.type === "worksheet");
    const rows = sheet === undefined ? [] : readSheet(parts.text(sheet.path), style, room);
    return rows.length === 0 ? [] : { name, rows };
  });
}

/** A sheet as a table: its first row that is not blank, from `headerRow` on, names columns. */
export function tableOfSheet(
  rows: readonly FileRow[],
  headerRow = 1,
): { readonly headers: readonly string[]; readonly rows: readonly FileRow[] } {
  const [first, ...others] = rows.filter(({ line }) => line >= headerRow);
  if (first === undefined) return { headers: [], rows: [] };
  const headers = headersOf(first);
  return { headers, rows: others.map((row) => fitRow(row, headers.length)) };
}

const MEGABYTES = 128;
const MOST_BYTES = MEGABYTES * 1_048_576;
const MOST_CELLS = 10_000_000;
const MOST_COLUMNS = 16_384;

/** The parts of a workbook by their paths, which differ in case only by mistake. */
class Parts {
  readonly #parts: ReadonlyMap<string, Uint8Array>;
  readonly #zip: Zip;

  constructor(bytes: Uint8Array, zip: Zip) {
    let size = 0;
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
      if (!/\.(xml|rels)$/iu.test(name)) return false;
      size += originalSize;
      if (size > MOST_BYTES) throw new WorkbookTooLarge(`It unpacks to more than ${MEGABYTES} MB`);
      return true;
    };
    const parts = Object.entries(zip.unzipSync(bytes, { filter }));
    this.#parts = new Map(parts.map(([name, part]) => [plainPath(name), part]));
    this.#zip = zip;
  }

  text(path: string | undefined): string {
    const part = path === undefined ? undefined : this.#parts.get(plainPath(path));
    return part === undefined ? "" : this.#zip.strFromU8(part).replace(/^\uFEFF/u, "");
  }

  /** What a part refers to; `""` stands for the workbook as a whole. */
  related(path: string): readonly Related[] {
    const slash = path.lastIndexOf("/") + 1;
    const folder = path.slice(0, slash);
    const related: Related[] = [];
    scanXml(this.text(`${folder}_rels/${path.slice(slash)}.rels`), {
      open: (name, attributes) => {
        if (name !== "Relationship") return;
        const target = attributes("Target") ?? "";
        const type = attributes("Type")?.split("/").at(-1) ?? "";
        related.push({ id: attributes("Id"), type, path: resolve(folder, target) });
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

function readBook(xml: string) {
  const sheets: { name: string; id: string | undefined }[] = [];
  let firstDay = DAY_1900;
  scanXml(xml, {
    open: (name, attributes) => {
      if (name === "sheet") sheets.push({ name: attributes("name") ?? "", id: attributes("\\w+:id") });
      if (name === "workbookPr" && /^(1|true)$/u.test(attributes("date1904") ?? "")) firstDay = DAY_1904;
    },
  });
  return { sheets, firstDay };
}

/** The texts that cells share. What is said of how they are pronounced is left out. */
function readTexts(xml: string): readonly string[] {
  const texts: string[] = [];
  const text = new TextCollector();
  scanXml(xml, {
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
function readStyles(xml: string): readonly boolean[] {
  const own = new Map<string, boolean>();
  const areDates: boolean[] = [];
  let isInCells = false;
  scanXml(xml, {
    open: (name, attributes) => {
      if (name === "cellXfs") isInCells = true;
      const id = attributes("numFmtId") ?? "0";
      if (name === "numFmt") own.set(id, isDateForm(attributes("formatCode") ?? ""));
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
function readSheet(xml: string, style: CellStyle, room: { cells: number }): readonly FileRow[] {
  const rows: FileRow[] = [];
  const text = new TextCollector();
  let line = 0;
  let cells: JsonValue[] = [];
  let problems: RowProblem[] = [];
  let column = 0;
  let kind = "";
  let isDate = false;
  let value: string | undefined;
  scanXml(xml, {
    open: (name, attributes) => {
      text.open(name);
      if (name === "row") {
        line = Number(attributes("r") ?? line + 1);
        if (!(line <= MOST_CELLS))
          throw new WorkbookTooLarge("A sheet of it has a row beyond the last that there can be");
        [cells, problems, column] = [[], [], 0];
      } else if (name === "c") {
        const letters = /^[A-Z]+/iu.exec(attributes("r") ?? "")?.[0];
        column = letters === undefined ? column + 1 : numberOfColumn(letters);
        kind = attributes("t") ?? "n";
        isDate = kind === "n" && style.areDates[Number(attributes("s"))] === true;
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
        room.cells -= cells.length;
        if (room.cells < 0)
          throw new WorkbookTooLarge(`It has more than ${MOST_CELLS.toLocaleString("en-US")} cells`);
        if (!isBlankRow(row)) rows.push(row);
      }
    },
  });
  return rows;

  function setCell(cell: JsonValue): void {
    if (column > MOST_COLUMNS)
      throw new WorkbookTooLarge("A sheet of it has a column beyond the last that there can be");
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

/** Before it workbooks count a day that did not exist, so that dates cannot be told from spans of up to 1,463 hours. */
const FIRST_DATE = Date.UTC(1900, 2, 1) / 1_000;

/** What is done at each tag of an XML text and at the texts between them; names are without their prefixes. */
interface XmlWatch {
  open(name: string, attribute: (name: string) => string | undefined): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Passes over an XML text, in one direction and in time that grows with its length only. */
function scanXml(xml: string, watch: XmlWatch): void {
  let at = 0;
  for (;;) {
    const start = xml.indexOf("<", at);
    if (start < 0) return;
    if (start > at && watch.text !== undefined) watch.text(decodeXml(xml.slice(at, start)));
    const [opening, closing] = NO_TAGS.find(([one]) => xml.startsWith(one, start)) ?? [];
    if (opening !== undefined && closing !== undefined) {
      const end = xml.indexOf(closing, start);
      if (end < 0) throw new Error("a part of it is not whole");
      if (opening === "<![CDATA[") watch.text?.(xml.slice(start + opening.length, end));
      at = end + closing.length;
      continue;
    }
    TAG.lastIndex = start;
    const [tag, slash, name = "", attributes = ""] = TAG.exec(xml) ?? [];
    if (tag === undefined) throw new Error("a part of it is no XML");
    if (slash === "") watch.open(name, (wanted) => attributeOf(attributes, wanted));
    if (slash === "/" || attributes.endsWith("/")) watch.close?.(name);
    at = start + tag.length;
  }
}

const NO_TAGS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;

const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y;

function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = PATTERNS[name] ?? new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "u");
  PATTERNS[name] = pattern;
  const found = pattern.exec(attributes);
  return found === null ? undefined : decodeXml(found[1] ?? found[2] ?? "");
}

/** Of the few names that are asked for. */
const PATTERNS: Record<string, RegExp> = {};

function decodeXml(text: string): string {
  const lines = text.includes("\r") ? text.replaceAll(/\r\n?/gu, "\n") : text;
  if (!lines.includes("&")) return lines;
  return lines.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/giu, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
