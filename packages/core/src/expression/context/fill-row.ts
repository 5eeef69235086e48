import type { Value } from "../../values/index.ts";
import type { CellReader, JsonRow } from "./cell-reader.ts";

/** Reads cells of an object into a row; whether all of them have the form of their types. */
export type FillRow = (json: JsonRow, row: (Value | undefined)[]) => boolean;

/** The reading of cells to their positions. Up to four stand in one closure, where no loop calls them by turns. */
export function fillRowBy(cells: readonly CellReader[], positions: readonly number[]): FillRow {
  const [first, second, third, fourth] = cells as [CellReader, CellReader, CellReader, CellReader];
  const [p, q, r, s] = positions as [number, number, number, number];
  switch (cells.length) {
    case 0:
      return () => true;
    case 1:
      return (json, row) => {
        const a = first(json);
        row[p] = a;
        return a !== undefined;
      };
    case 2:
      return (json, row) => {
        const a = first(json);
        const b = second(json);
        row[p] = a;
        row[q] = b;
        return a !== undefined && b !== undefined;
      };
    case 3:
      return (json, row) => {
        const a = first(json);
        const b = second(json);
        const c = third(json);
        row[p] = a;
        row[q] = b;
        row[r] = c;
        return a !== undefined && b !== undefined && c !== undefined;
      };
    case 4:
      return (json, row) => {
        const a = first(json);
        const b = second(json);
        const c = third(json);
        const d = fourth(json);
        row[p] = a;
        row[q] = b;
        row[r] = c;
        row[s] = d;
        return a !== undefined && b !== undefined && c !== undefined && d !== undefined;
      };
  }
  const begin = fillRowBy(cells.slice(0, 4), positions.slice(0, 4));
  const rest = fillRowBy(cells.slice(4), positions.slice(4));
  return (json, row) => begin(json, row) && rest(json, row);
}
