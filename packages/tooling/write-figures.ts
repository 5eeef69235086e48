/** Figures of speed and size: what measuring commands print goes to docs/figures.json, and pages quote it from there. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** By part, such as `language`, and by name: a number with its unit, and the day on which it was measured. */
export type Figures = Readonly<
  Record<string, Readonly<Record<string, { readonly is: string; readonly on: string }>>>
>;

const FILE = resolve(import.meta.dirname, "../../docs/figures.json");

export function readFigures(): Figures {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : {};
}

/** Replaces figures of a part by those measured on a day such as `2026-03-14`; others of the part stay. */
export function writeFigures(part: string, measured: Readonly<Record<string, string>>, on: string): void {
  const figures = readFigures();
  const entries = Object.entries(measured).map(([name, is]) => [name, { is, on }]);
  const written = { ...figures, [part]: { ...figures[part], ...Object.fromEntries(entries) } };
  writeFileSync(FILE, `${JSON.stringify(written, null, 2)}\n`);
}

/**
 * The figures in the tables of a report, by the name of their row. A row that begins with `·` also has the name of the row that it
 * belongs to, a second figure of a row the name of its column, and a name that was already there that of its table.
 */
export function figuresOf(report: string): Readonly<Record<string, string>> {
  const figures: Record<string, string> = {};
  for (const [table] of report.matchAll(/(?:^\|.*\|\n?)+/gm)) {
    const [head = [], , ...rows] = table.trim().split("\n").map(cellsOf);
    if (head.includes("reference")) continue; // times, for orientation only
    let above = "";
    for (const [first = "", ...cells] of rows) {
      const row = first.startsWith("·") ? `${above} ${first}` : first;
      if (row === first) above = first;
      let hasFigure = false;
      for (const [at, cell] of cells.entries()) {
        if (!FIGURE.test(cell) || head[at + 1] === "target") continue;
        const name = hasFigure ? `${row}: ${head[at + 1]}` : row;
        figures[name in figures ? `${head[0]}: ${name}` : name] = grouped(cell);
        hasFigure = true;
      }
    }
  }
  return figures;
}

/** A number and a unit. */
const FIGURE = /^[\d.]+ (?:×|µs|ms|s|kB|MB|MiB)$/u;

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

/** `15753 ×` is `15,753 ×`. */
function grouped(figure: string): string {
  return figure.replace(/^\d+/u, (digits) => Number(digits).toLocaleString("en-US"));
}

/**
 * A page whose figures are those of the file: each follows a comment with its part and name, as in `<!--language: name-->2.83 ×`.
 * A figure that is not in the file becomes `?`.
 */
export function withFigures(page: string, figures: Figures): string {
  return page.replaceAll(
    /(<!--([a-z]+): ([^>]+?)-->)[\d.,?]+(?: (?:×|µs|ms|s|kB|MB|MiB)(?!\w))?/gu,
    (_, mark: string, part: string, name: string) => mark + (figures[part]?.[name]?.is ?? "?"),
  );
}
