import { matchAt } from "../match-at.ts";
import type { Amount } from "./amounts-in.ts";

/** What an amount of time does in its sentence. */
export type AmountRole =
  /** "In 4 days", "3 days ago": a moment counted from now. */
  | { readonly role: "from now"; readonly direction: 1 | -1; readonly end: number }
  /** "2 weeks from", "the day before": counted from a moment, if one stands at `anchor`. */
  | { readonly role: "offset"; readonly direction: 1 | -1; readonly anchor: number }
  /** "For 2 hours". */
  | { readonly role: "duration" }
  | { readonly role: "none" };

/** The role of an amount by the words around it. */
export function roleOf(text: string, amount: Amount): AmountRole {
  const offset = matchAt(OFFSET, text, amount.end);
  if (offset !== undefined) {
    return {
      role: "offset",
      direction: offset[1] === undefined ? 1 : -1,
      anchor: amount.end + offset[0].length,
    };
  }
  if (amount.begins === "the") return { role: "none" };
  const fromNow = matchAt(FROM_NOW, text, amount.end);
  if (fromNow !== undefined) {
    return {
      role: "from now",
      direction: fromNow[1] === undefined ? 1 : -1,
      end: amount.end + fromNow[0].length,
    };
  }
  const before = text.slice(Math.max(0, amount.start - LONGEST_LEAD), amount.start);
  if (AHEAD.test(before)) return { role: "from now", direction: 1, end: amount.end };
  return isDuration(text, amount) ? { role: "duration" } : { role: "none" };
}

const OFFSET = / (?:(before(?! now)|prior to)|from(?! now| today)|after|since|following) (?:the )?/iuy;
const FROM_NOW = /(?: (ago|earlier|before now)| (?:from (?:now|today)|later|hence))(?!\p{L})/iuy;
const AHEAD = /(?<!\p{L})(?:in|within) (?:(?:about|around|approximately|roughly|just|only) )?$/iu;
const LONGEST_LEAD = 24;

/** Whether an amount lasts: "twice a day" and "5 miles an hour" do not, and a month is not so many hours. */
export function isDuration(text: string, { begins, start, months }: Amount): boolean {
  if (months > 0 || begins === "the") return false;
  return begins === "number" || LASTING.test(text.slice(Math.max(0, start - LONGEST_LEAD), start));
}

const LASTING =
  /(?:^|[,.;:(] ?|(?<!\p{L})(?:for|takes?|took|taking|lasts?|lasted|spent|about|around|than|over|under|nearly|almost|only|just|another|to) )$/iu;
