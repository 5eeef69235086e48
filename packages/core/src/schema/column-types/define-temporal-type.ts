import type { ScalarKind } from "../../expression/parts.ts";
import type { Value } from "../../values/index.ts";
import { checkBounds } from "./check-bounds.ts";
import type { ColumnType, Reading, Writing } from "./column-type.ts";
import { type ColumnTypeDeclaration, defineColumnType } from "./define-column-type.ts";

interface TemporalDeclaration
  extends Pick<ColumnTypeDeclaration, "summary" | "expected" | "sample" | "writerFor"> {
  readonly name: ScalarKind;
  /** Null for a text that does not read. */
  readonly read: (text: string, reading: Reading) => number | null;
  readonly write: (value: number, locale: string) => string;
}

/** A type of dates and times: texts outside, whole numbers inside. */
export function defineTemporalType({ read, write, ...declaration }: TemporalDeclaration): ColumnType {
  const writeText = (value: Value, { locale }: Writing) => write(Number(value), locale);
  return defineColumnType({
    ...declaration,
    storage: "integer",
    mayBeKey: true,
    options: ["min", "max"],
    expressionType: () => ({ kind: declaration.name }),
    readCell: (cell, reading) => {
      const value = typeof cell === "string" ? read(cell, reading) : null;
      return value === null ? undefined : { value };
    },
    writeText,
    check: (value, writing) => checkBounds(value, writing, writeText),
  });
}
