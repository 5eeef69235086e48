import type { ScalarKind } from "../../expression/parts.ts";
import { type JsonValue, writePlainNumber } from "../../values/index.ts";
import type { ColumnType } from "./column-type.ts";
import { type ColumnTypeDeclaration, defineColumnType } from "./define-column-type.ts";

interface PointDeclaration extends Pick<ColumnTypeDeclaration, "summary" | "expected" | "sample"> {
  readonly name: ScalarKind;
  /** The canonical text of two numbers; null when they do not read or lie outside. */
  readonly read: (text: string) => string | null;
}

/** A type of pairs of numbers: `a, b` as text, or an array of two numbers. */
export function definePointType({ read, ...declaration }: PointDeclaration): ColumnType {
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
