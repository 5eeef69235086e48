import {
  type ExactDecimal,
  exactDecimal,
  finiteOrBlank,
  roundDecimal,
  roundToScale,
  tenTo,
  toCanonical,
} from "../../../values/index.ts";
import type { DerivedResult } from "../../check/function-definition.ts";
import { checkedInteger } from "../../runtime/evaluation-error.ts";
import { isWholeNumber, scalar, type Type } from "../../tree/type.ts";
import { sameNumber } from "../derived-results.ts";

/** Where what is cut off counts: never, from a half on, or always. */
export type Rounding = "down" | "half" | "up";

/** Without digits a whole number; with them a number as the first argument. */
export const roundedNumber: DerivedResult = {
  name: "Number, or with digits the type of the number",
  of: (parts) => (parts.length < 2 ? scalar("Number") : sameNumber.of(parts)),
};

/** Rounds away from zero or toward it, so that both signs are alike. The number counts at 15 significant digits. */
export function rounder(rounding: Rounding) {
  return ([type, digits]: readonly Type[]) => {
    const isWhole = digits === undefined || (type !== undefined && isWholeNumber(type));
    return (number: number, kept = 0): number | null => {
      const rounded =
        kept === 0
          ? toWhole[rounding](toCanonical(number)) + 0
          : roundDecimal(roundAt(exactDecimal(number), kept, rounding));
      return finiteOrBlank(isWhole ? checkedInteger(rounded) : rounded);
    };
  };
}

/** Without digits a double does it, many times faster. */
const toWhole: Readonly<Record<Rounding, (number: number) => number>> = {
  down: Math.trunc,
  half: (number) => roundToScale(number, 0),
  up: (number) => Math.sign(number) * Math.ceil(Math.abs(number)),
};

/** No double has so many digits on either side of its point. */
const MOST_DIGITS = 400;

function roundAt(number: ExactDecimal, digits: number, rounding: Rounding): ExactDecimal {
  const dropped = number.scale - digits;
  if (dropped <= 0) return number;
  if (dropped > 2 * MOST_DIGITS) return roundAt(number, -MOST_DIGITS, rounding);
  const unit = tenTo(dropped);
  const rest = number.units % unit;
  const isCounted = rounding === "half" ? 2n * (rest < 0n ? -rest : rest) >= unit : rest !== 0n;
  const kept = number.units / unit;
  if (rounding === "down" || !isCounted) return { units: kept, scale: digits };
  return { units: kept + (rest < 0n ? -1n : 1n), scale: digits };
}
