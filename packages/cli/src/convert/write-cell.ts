import type { FactKind } from "./fact-types.ts";
import { type ConvertOptions, factReference, literal, Unsayable } from "./unsayable.ts";
import type { ZenTest, ZenValue } from "./zen-cell.ts";

/** A condition as a cell: in the form of cells where there is one, else as an expression. */
export function writeCell(
  test: ZenTest,
  kind: FactKind | undefined,
  { ignoresCase }: ConvertOptions,
): string {
  const isExact = (value: ZenValue) => {
    if (typeof value === "string") return !ignoresCase;
    if (typeof value !== "object" || value === null) return false;
    if (kind === undefined)
      throw new Unsayable(`nothing shows whether ${factReference(value.path)} is a text or a number`);
    return kind === "text" && !ignoresCase;
  };
  return plainCell(test, isExact) ?? `=${conditionOf(test, isExact)}`;
}

function plainCell(test: ZenTest, isExact: (value: ZenValue) => boolean): string | undefined {
  switch (test.kind) {
    case "compare": {
      const { sign, value } = test;
      if (isExact(value)) return undefined;
      if (sign === "=") return plainValue(value);
      return sign === "<>" ? `not(${plainValue(value)})` : `${sign} ${plainValue(value)}`;
    }
    case "range":
      return `${test.open}${plainValue(test.low)}..${plainValue(test.high)}${test.close}`;
    case "or": {
      const cells = test.tests.map((one) => plainCell(one, isExact));
      return cells.includes(undefined) ? undefined : cells.join(", ");
    }
    case "not": {
      const cell = plainCell(test.test, isExact);
      return cell && `not(${cell})`;
    }
    default:
      return undefined;
  }
}

function plainValue(value: ZenValue): string {
  if (value === null) return "blank";
  if (typeof value === "object") return factReference(value.path);
  return typeof value === "string" ? literal(value) : String(value);
}

function conditionOf(test: ZenTest, isExact: (value: ZenValue) => boolean): string {
  switch (test.kind) {
    case "compare": {
      const { sign, value } = test;
      const other =
        value === null ? "" : typeof value === "boolean" ? String(value).toUpperCase() : plainValue(value);
      const equal = value === null ? "ISBLANK(?)" : isExact(value) ? `EXACT(?, ${other})` : `? = ${other}`;
      if (sign === "=") return equal;
      return sign === "<>" ? `NOT(${equal})` : `? ${sign} ${other}`;
    }
    case "range": {
      const { low, high, open, close } = test;
      return `AND(? ${open === "[" ? ">=" : ">"} ${plainValue(low)}, ? ${close === "]" ? "<=" : "<"} ${plainValue(high)})`;
    }
    case "not":
      return `NOT(${conditionOf(test.test, isExact)})`;
    case "text":
      return textCondition(test.how, test.part);
    default:
      return `${test.kind.toUpperCase()}(${test.tests.map((one) => conditionOf(one, isExact)).join(", ")})`;
  }
}

function textCondition(how: "contains" | "startsWith" | "endsWith", part: string): string {
  if (how === "contains") return `FIND(${literal(part)}, ?) > 0`;
  return `EXACT(${how === "startsWith" ? "LEFT" : "RIGHT"}(?, ${[...part].length}), ${literal(part)})`;
}

/** A text that would be read as something else is a formula. */
export function writeOutputCell(value: ZenValue): string | number | boolean | null {
  if (typeof value !== "string") return value as number | boolean | null;
  return value.startsWith("=") || value !== value.trim() || value === "-" ? `=${literal(value)}` : value;
}
