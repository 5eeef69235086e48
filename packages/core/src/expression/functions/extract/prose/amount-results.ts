import type { ParsingResult, Refiner } from "chrono-node/en";
import type { RequestContext } from "../../../runtime/request-context.ts";
import { dayAt } from "../../date-time/calendar.ts";
import { isDuration, roleOf } from "./amount-roles.ts";
import { type Amount, amountsIn } from "./amounts-in.ts";
import { assignDay, assignSeconds, shifted, YEARS_AWAY } from "./wall-clock.ts";

/** What chrono hands to those who refine its results: the text, and the makers of results. */
export type ProseContext = Parameters<Refiner["refine"]>[0];

export interface AmountResults {
  /** The moments that amounts of time name, counted from now. */
  readonly moments: readonly ParsingResult[];
  /** Amounts that are counted from another moment, by the place where that begins. */
  readonly offsets: ReadonlyMap<number, Offset>;
  /** Amounts that name no moment. */
  readonly durations: readonly Amount[];
  /** All amounts; what they are made of names no time of day. */
  readonly amounts: readonly Amount[];
}

/** An amount of time before or after a moment. */
export interface Offset {
  readonly amount: Amount;
  readonly direction: 1 | -1;
  /** Whether it is a duration where no moment follows: "2 hours after lunch". */
  readonly isDuration: boolean;
}

/** Reads the amounts of time in a text. */
export function amountResults(context: ProseContext, { locale, now }: RequestContext): AmountResults {
  const { text } = context;
  const moments: ParsingResult[] = [];
  const offsets = new Map<number, Offset>();
  const durations: Amount[] = [];
  const amounts = amountsIn(text, locale);
  for (const amount of amounts) {
    const role = roleOf(text, amount);
    if (role.role === "duration") durations.push(amount);
    if (role.role === "offset") {
      offsets.set(role.anchor, { amount, direction: role.direction, isDuration: isDuration(text, amount) });
    }
    if (role.role !== "from now") continue;
    const result = context.createParsingResult(amount.start, role.end);
    const seconds = shifted(now, amount, role.direction);
    if (seconds === null) result.start.assign("year", BEYOND_CALENDAR);
    else if (amount.hasTime) assignSeconds(result.start, seconds);
    else assignDay(result.start, dayAt(seconds));
    moments.push(result);
  }
  return { moments, offsets, durations, amounts };
}

/** A year that no moment has: the phrase is read, so that its "now" is not, and names nothing. */
const BEYOND_CALENDAR = -YEARS_AWAY;
