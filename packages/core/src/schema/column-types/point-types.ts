import type { ScalarKind } from "../../expression/parts.ts";
import {
  type JsonValue,
  readLatLong,
  readXY,
  writeLatLong,
  writePlainNumber,
  writeXY,
} from "../../values/index.ts";
import type { ColumnType } from "./column-type.ts";
import { type ColumnTypeDeclaration, defineColumnType } from "./define-column-type.ts";

/** A place on earth in degrees. */
export const latLongType = definePointType({
  name: "LatLong",
  summary: "A place on earth: latitude and longitude.",
  expected: "a latitude from -90 to 90 and a longitude from -180 to 180",
  sample: writeLatLong(47.623098, -122.330184),
  read: readLatLong,
});

/** A place on a picture in per cent of its width and height. */
export const xyType = definePointType({
  name: "XY",
  summary: "A place on a picture: x and y in per cent.",
  expected: "an x and a y from 0 to 100",
  sample: writeXY(50, 25),
  read: readXY,
});

interface PointDeclaration extends Pick<ColumnTypeDeclaration, "summary" | "expected" | "sample"> {
  readonly name: ScalarKind;
  /** The canonical text of two numbers; null when they do not read or lie outside. */
  readonly read: (text: string) => string | null;
}

/** A type of pairs of numbers: `a, b` as text, or an array of two numbers. */
function definePointType({ read, ...declaration }: PointDeclaration): ColumnType {
  return defineColumnType({
    ...declaration,
    storage: "text",
    mayBeKey: true,
    expressionType: () => ({ kind: declaration.name }),
    readCell: (cell) => {
      const value = read(pairText(cell));
      return value === null ? undefined : { value };
    },
    writeText: String,
  });
}

/** Empty for a cell that is no pair. */
function pairText(cell: JsonValue): string {
  if (typeof cell === "string") return cell;
  if (!Array.isArray(cell) || cell.length !== 2) return "";
  return cell.every((part) => Number.isFinite(part)) ? cell.map(writePlainNumber).join(", ") : "";
}
