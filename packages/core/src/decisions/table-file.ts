import { type Diagnostic, describeCause, kindInWords, suggest } from "../diagnostics/index.ts";
import { foldName, type JsonValue } from "../values/index.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import { isNestedCell } from "./object-cell.ts";
import type { CellShape, DecisionShape } from "./rules-shape.ts";

/**
 * A row of a sheet or of a CSV file; `line` is where it is in the file, from 1. Only cells that are no output's may be missing at its
 * end; blank ones are "" or null.
 */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly JsonValue[];
}

/**
 * Reads the rows of a file that a definition names, `prices.csv` or `prices.xlsx#Sheet`, at once and not by a promise; a text says why
 * it cannot.
 */
export type ReadTable = (file: string) => readonly SheetRow[] | string;

/** A decision whose rows are in the definition, or were taken out of a file. */
export type DecisionWithRows = Omit<DecisionShape, "rows"> & {
  readonly rows?: readonly (readonly CellShape[])[] | undefined;
};

/** Where in a file the cells of a decision are, for its diagnostics. */
export interface TablePlaces {
  readonly file: string;
  /** The lines of the header, of each row, of further rows "otherwise" after these, and of the first of those. */
  readonly header: number;
  readonly lines: readonly number[];
  readonly otherwise: number | undefined;
  /** As they are written, those of the inputs first. */
  readonly headers: readonly string[];
  readonly inputs: number;
}

/**
 * A decision with the rows of the file that it names. The first row of the file names its columns: the name of an output has its
 * values, nothing or "#…" has notes, anything else is an input, by the name of a fact or an output or as an expression. A row that
 * begins with "otherwise" says what holds where no row matches.
 */
export function withTable(
  report: DefinitionReport,
  decision: string,
  shape: DecisionShape,
  outputs: readonly string[],
  columns: readonly string[],
  readTable: ReadTable | undefined,
): { readonly shape: DecisionWithRows; readonly places?: TablePlaces } {
  const { rows: file, ...others } = shape;
  if (typeof file !== "string") return { shape: { ...others, rows: file } };
  const read =
    readTable === undefined ? "no reader of files was handed in" : readTableSafely(readTable, file);
  const table = typeof read === "string" ? read : readSheet(read, outputs, columns);
  if (typeof table !== "string") {
    const { inputs, rows, otherwise, places, width, offWidth, again } = table;
    for (const { row, first } of again) {
      const reason = `row ${first} begins with "otherwise" already`;
      report.report(["decisions", decision, "rows", row], "decision/table-file", { file, reason });
    }
    for (const { row, actual } of offWidth) {
      const at = row === undefined ? ["otherwise"] : ["rows", row];
      const details = { actual, expected: width, isInFile: true };
      report.report(["decisions", decision, ...at], "decision/row-width", details);
    }
    return {
      shape: { ...others, inputs, rows, ...(otherwise === undefined ? {} : { otherwise }) },
      places: { file, ...places },
    };
  }
  const withoutRows = { ...others, rows: [] };
  const isUnread = typeof read === "string";
  const refuse = (member: string) =>
    report.report(["decisions", decision, member], "decision/table-file", { file, reason: table, isUnread });
  if (isUnread) {
    refuse("rows");
    return { shape: withoutRows };
  }
  // An error of the whole file is in its first line.
  refuse("inputs");
  const header = read[0]?.line ?? 1;
  return {
    shape: withoutRows,
    places: { file, header, lines: [], otherwise: undefined, headers: [], inputs: 0 },
  };
}

/** Whether the rows of a decision are in a file that an editor does not read. */
export function isUnread(report: DefinitionReport, rows: unknown, readTable: ReadTable | undefined): boolean {
  return typeof rows === "string" && readTable === undefined && report.observer !== undefined;
}

/** What a reader of a program gives, as own rows: never throws. A text says what is wrong with them. */
export function readTableSafely(readTable: ReadTable, file: string): readonly SheetRow[] | string {
  try {
    const read: unknown = readTable(file);
    if (typeof read === "string") return read;
    if (Array.isArray(read)) return ownRows(read);
    const isPromise = read instanceof Promise;
    if (isPromise) read.catch(() => {});
    return `"readTable" gave ${isPromise ? "a promise" : kindInWords(read)}, not a list of { line, cells }`;
  } catch (thrown) {
    return `"readTable" threw ${describeCause(thrown).split("\n")[0]}`;
  }
}

function ownRows(rows: readonly unknown[]): readonly SheetRow[] | string {
  const own: SheetRow[] = [];
  for (const [index, row] of rows.entries()) {
    const { line, cells } = Object(row) as Partial<SheetRow>;
    const copy = Array.isArray(cells) ? [...cells].map((cell: unknown) => cell ?? null) : [undefined];
    const isCell = (cell: unknown) => cell === null || /^(string|number|boolean)$/.test(typeof cell);
    if (!Number.isSafeInteger(line) || !copy.every(isCell))
      return `item ${index} of "readTable" is no { line, cells }`;
    own.push({ line, cells: copy } as SheetRow);
  }
  return own;
}

function readSheet(sheet: readonly SheetRow[], outputs: readonly string[], columns: readonly string[]) {
  const [first, ...rest] = sheet.map(({ line, cells }) => ({ line, cells: cells.map(textOf) }));
  if (first === undefined) return "it has no rows";
  const outputOf = (header: string) => outputs.find((name) => foldName(name) === foldName(header));
  const places = outputs.map((name) => first.cells.findIndex((header) => outputOf(header) === name));
  const missing = outputs.find((_, index) => places[index] === -1);
  if (missing !== undefined) {
    const meant = suggest(
      missing,
      first.cells.filter((header) => outputOf(header) === undefined && header !== ""),
    );
    return `no column of its first row is "${missing}"${meant === undefined ? "" : `; "${meant}" may be meant for it`}`;
  }
  const twice = outputs.find((name) => first.cells.filter((header) => outputOf(header) === name).length > 1);
  if (twice !== undefined) return `more than one column of its first row is "${twice}"`;
  const inputs = first.cells.flatMap((header, place) =>
    header === "" || header.startsWith("#") || outputOf(header) !== undefined ? [] : [{ header, place }],
  );
  const order = [...inputs.map(({ place }) => place), ...places];
  const rows = rest.filter(({ cells }) => cells[order[0] ?? 0]?.toLowerCase() !== "otherwise");
  const [last, ...again] = rest.filter((row) => !rows.includes(row));
  const at = (cells: readonly string[], position: number) => cells[position] ?? "";
  const width = first.cells.length;
  // Values may be a cell further to the left or right than is meant.
  const isOff = ({ cells }: SheetRow) =>
    places.some((place) => place >= cells.length) || cells.slice(width).some((cell) => cell !== "");
  const offWidth = [...rows.entries(), ...(last === undefined ? [] : [[undefined, last] as const])].flatMap(
    ([row, one]) => (isOff(one) ? [{ row, actual: one.cells.length }] : []),
  );
  const otherwise = last && places.map((place) => at(last.cells, place));
  return {
    inputs: inputs.map(({ header }) => {
      const name = columns.find((column) => foldName(column) === foldName(header));
      return name === undefined ? header : `[${name}]`;
    }),
    rows: rows.map(({ cells }) => order.map((place) => at(cells, place))),
    otherwise: otherwise?.length === 1 ? otherwise[0] : otherwise,
    offWidth,
    width,
    again: again.map((_, at) => ({ row: rows.length + at, first: last?.line ?? 0 })),
    places: {
      header: first.line,
      lines: [...rows, ...again].map(({ line }) => line),
      otherwise: last?.line,
      headers: order.map((place) => at(first.cells, place)),
      inputs: inputs.length,
    },
  };
}

/** A formula has an apostrophe before it in a CSV file, as spreadsheets would compute it. */
function textOf(cell: JsonValue): string {
  return (cell === null ? "" : String(cell)).trim().replace(/^'(?==)/, "");
}

/** A diagnostic of what a file has, a header or a cell, at its place there. */
export function placeInFile(diagnostic: Diagnostic, tables: ReadonlyMap<string, TablePlaces>): Diagnostic {
  const [, decision = "", part, first = "", second] =
    /^decisions\.(.*)\.(rows|inputs|otherwise)(?:\.(\d+))?(?:\.(\d+))?$/.exec(diagnostic.member ?? "") ?? [];
  const table = tables.get(decision);
  if (table === undefined) return diagnostic;
  const { file, header, lines, otherwise, headers, inputs } = table;
  const at = (line: number | undefined, column: string | undefined) => {
    const name = headers[Number(column)];
    const named = column === undefined || name === undefined ? {} : { column: name };
    return { ...diagnostic, file, line: line ?? header, character: 1, ...named };
  };
  if (part === "rows") return first === "" ? diagnostic : at(lines[Number(first)], second);
  if (part === "inputs") return at(header, first === "" ? undefined : first);
  return otherwise === undefined ? diagnostic : at(otherwise, String(inputs + Number(first)));
}

/** The cells of a table as a file has them, from its header on; `readSheet` reads them back. */
export function writeTable(
  shape: DecisionWithRows,
  outputs: readonly string[],
): readonly (readonly string[])[] {
  const { inputs = [], rows = [], otherwise } = shape;
  const bare = (input: string) => /^\s*\[([^\]]*)\]\s*$/.exec(input)?.[1] ?? input;
  const write = (cell: CellShape | undefined) =>
    cell === null || cell === undefined
      ? ""
      : isNestedCell(cell)
        ? JSON.stringify(cell)
        : Array.isArray(cell)
          ? `=LIST(${cell.map((one) => JSON.stringify(one)).join(", ")})`
          : String(cell);
  const last = (
    Array.isArray(otherwise) && outputs.length > 1 ? otherwise : [otherwise]
  ) as readonly CellShape[];
  return [
    [...inputs.map((input) => bare(String(input))), ...outputs],
    ...rows.map((row) => row.map(write)),
    ...(otherwise === undefined ? [] : [["otherwise", ...inputs.slice(1).map(() => ""), ...last.map(write)]]),
  ];
}
