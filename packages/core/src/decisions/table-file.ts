import { type Diagnostic, suggest } from "../diagnostics/index.ts";
import { foldName, type JsonValue } from "../values/index.ts";
import type { DefinitionReport } from "../yaml/definition-report.ts";
import { isNestedCell } from "./object-cell.ts";
import type { CellShape, DecisionShape } from "./rules-shape.ts";

/** A row of a sheet or of a CSV file; `line` is where it is in the file, from 1. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly JsonValue[];
}

/** Reads the rows of a file that a definition names, `prices.csv` or `prices.xlsx#Sheet`; a text says why it cannot. */
export type ReadTable = (file: string) => readonly SheetRow[] | string;

/** A decision whose rows are in the definition, or were taken out of a file. */
export type DecisionWithRows = Omit<DecisionShape, "rows"> & {
  readonly rows?: readonly (readonly CellShape[])[] | undefined;
};

/** Where in a file the cells of a decision are, for its diagnostics. */
export interface TablePlaces {
  readonly file: string;
  /** The lines of the header, of each row, and of the row "otherwise" where there is one. */
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
  const read = readTable?.(file) ?? "no reader of files was handed in";
  const table = typeof read === "string" ? read : readSheet(read, outputs, columns);
  if (typeof table !== "string") {
    const { inputs, rows, otherwise, places } = table;
    return {
      shape: { ...others, inputs, rows, ...(otherwise === undefined ? {} : { otherwise }) },
      places: { file, ...places },
    };
  }
  const withoutRows = { ...others, rows: [] };
  const refuse = (member: string) =>
    report.report(["decisions", decision, member], "decision/table-file", { file, reason: table });
  if (typeof read === "string") {
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
  const inputs = first.cells.flatMap((header, place) =>
    header === "" || header.startsWith("#") || outputOf(header) !== undefined ? [] : [{ header, place }],
  );
  const order = [...inputs.map(({ place }) => place), ...places];
  const rows = rest.filter(({ cells }) => cells[order[0] ?? 0]?.toLowerCase() !== "otherwise");
  const last = rest.find((row) => !rows.includes(row));
  const at = (cells: readonly string[], position: number) => cells[position] ?? "";
  const otherwise = last && places.map((place) => at(last.cells, place));
  return {
    inputs: inputs.map(({ header }) => {
      const name = columns.find((column) => foldName(column) === foldName(header));
      return name === undefined ? header : `[${name}]`;
    }),
    rows: rows.map(({ cells }) => order.map((place) => at(cells, place))),
    otherwise: otherwise?.length === 1 ? otherwise[0] : otherwise,
    places: {
      header: first.line,
      lines: rows.map(({ line }) => line),
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
