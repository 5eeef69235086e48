import { Chrono, type ParsingComponents, type Refiner } from "chrono-node/en";
import { SECONDS_PER_DAY } from "../../../values/index.ts";
import { dayAt, type PeriodKind } from "../../functions/date-time/calendar.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Amount } from "./amounts-in.ts";
import { type ChronoPatterns, chronoPatterns } from "./chrono-patterns.ts";
import { dayAfter } from "./periods-in.ts";
import { plainProse } from "./plain-prose.ts";
import { amountResults, type Offset, periodResults } from "./prose-results.ts";
import { moveYearAway, settleResults } from "./settle-results.ts";
import { awayDate, shifted, wallSeconds } from "./wall-clock.ts";

/** A day, a time of day or both that a text names, in wall-clock seconds; what it leaves open is implied. */
interface Moment {
  readonly seconds: number;
  readonly hasDay: boolean;
  readonly hasTime: boolean;
}

/** Something about time in a text. */
interface Finding {
  /** One moment; both ends of a stretch of time; the first day of a period and the day after it; none for an amount. */
  readonly moments: readonly Moment[];
  /** The length of a stretch of time, or an amount, in seconds. */
  readonly duration: number | undefined;
}

/** What a character costs: chrono looks at it with every one of its patterns. */
const STEPS_PER_CHARACTER = 20;

/** The moments and amounts of time in English prose, in order. Relative ones are counted from the request's instant. */
export function* readProse(text: string, request: RequestContext): Generator<Finding> {
  request.meter.spend(text.length * STEPS_PER_CHARACTER);
  const patterns = yield* chronoPatterns(NOTHING);
  for (const part of prosePartsOf(text)) {
    yield* readPart(part, request, patterns);
    yield NOTHING;
  }
}

/** Yielded between two pieces of the work, so that a long text is read with pauses. */
const NOTHING: Finding = { moments: [], duration: undefined };

interface Placed extends Finding {
  readonly index: number;
}

function readPart(
  part: string,
  request: RequestContext,
  { parsers, refiners }: ChronoPatterns,
): readonly Finding[] {
  const kinds = new Map<object, PeriodKind>();
  let offsets: ReadonlyMap<number, Offset> = new Map();
  const findings: Placed[] = [];
  const addOwn: Refiner = {
    refine: (context, results) => {
      const amounts = amountResults(context, request);
      const settled = settleResults(context.text, results, request).filter(
        ({ index }) => !isWithin(amounts.amounts, index),
      );
      const periods = periodResults(context, settled, request.now);
      for (const [{ start }, kind] of periods.kinds) kinds.set(start, kind);
      offsets = amounts.offsets;
      for (const amount of amounts.durations) findings.push(amountFinding(amount));
      const possible = settled.filter((result) => !periods.impossible.has(result));
      return [...possible, ...periods.found, ...amounts.moments].sort((a, b) => a.index - b.index);
    },
  };
  const chrono = new Chrono({
    parsers: [...parsers],
    refiners: [addOwn, ...refiners.flatMap((refiner) => [refiner, keepAway])],
  });
  const counted = new Set<Offset>();
  for (const { index, start, end } of chrono.parse(part, awayDate(request.now))) {
    const offset = offsets.get(index);
    const from = offset === undefined ? momentOf(start) : moved(momentOf(start), offset);
    if (from === undefined) continue;
    if (offset !== undefined) counted.add(offset);
    const to = end ? momentOf(end) : undefined;
    findings.push({ index, ...findingOf(from, to, offset === undefined ? kinds.get(start) : undefined) });
  }
  for (const offset of offsets.values()) {
    if (offset.isDuration && !counted.has(offset)) findings.push(amountFinding(offset.amount));
  }
  return findings.sort((a, b) => a.index - b.index);
}

function isWithin(amounts: readonly Amount[], index: number): boolean {
  return amounts.some(({ start, end }) => start <= index && index < end);
}

function amountFinding({ start, seconds }: Amount): Placed {
  return { index: start, moments: [], duration: seconds };
}

/** Chrono's steps can add a year that stands behind, or the offset of a zone, which we do not apply. */
const keepAway: Refiner = {
  refine: (_, results) => {
    for (const { start, end } of results) {
      for (const components of end ? [start, end] : [start]) {
        moveYearAway(components);
        components.delete("timezoneOffset");
      }
    }
    return results;
  },
};

type Components = Pick<ParsingComponents, "get" | "isCertain">;

function findingOf(from: Moment, to: Moment | undefined, kind: PeriodKind | undefined): Finding {
  if (to !== undefined) return { moments: [from, to], duration: lengthOf(from, to) };
  const after = kind === undefined || from.hasTime ? null : dayAfter(kind, dayAt(from.seconds));
  const moments = after === null ? [from] : [from, { ...from, seconds: after * SECONDS_PER_DAY }];
  return { moments, duration: undefined };
}

/** "The day after tomorrow": a moment an amount of time away from the one that the text names. */
function moved(from: Moment | undefined, { amount, direction }: Offset): Moment | undefined {
  if (from === undefined) return undefined;
  const start = from.hasTime ? from.seconds : dayAt(from.seconds) * SECONDS_PER_DAY;
  const seconds = shifted(start, amount, direction);
  return seconds === null
    ? undefined
    : { seconds, hasDay: from.hasDay, hasTime: from.hasTime || amount.hasTime };
}

function momentOf(components: Components): Moment | undefined {
  const seconds = wallSeconds(components);
  if (seconds === null) return undefined;
  const hasDay = (["day", "weekday", "month", "year"] as const).some((name) => components.isCertain(name));
  return { seconds, hasDay, hasTime: components.isCertain("hour") };
}

/** Between two days without times: whole days. An end without a day of its own is the next one: "midnight to 6am". */
function lengthOf(from: Moment, to: Moment): number {
  if (from.hasTime && to.hasTime && !to.hasDay) {
    const length = (to.seconds - from.seconds) % SECONDS_PER_DAY;
    return length > 0 ? length : length + SECONDS_PER_DAY;
  }
  if (from.hasTime || to.hasTime) return Math.abs(to.seconds - from.seconds);
  return Math.abs(dayAt(to.seconds) - dayAt(from.seconds)) * SECONDS_PER_DAY;
}

/** Longer texts are read in parts, because the patterns of dates look around from every place of what they are given. */
const LONGEST_PART = 1_000;

/**
 * A text in parts of at most a thousand characters, cut at the end of a sentence where there is one, else at a comma or a
 * blank.
 */
function* prosePartsOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const part = text.slice(start, start + LONGEST_PART);
    const length = start + part.length < text.length ? cutIn(part) : part.length;
    start += length;
    yield plainProse(part.slice(0, length));
  }
}

function cutIn(part: string): number {
  for (const ends of [/[.!?;\n]\s/g, /,\s/g, /\s/g]) {
    let cut = 0;
    for (const { index } of part.matchAll(ends)) cut = index + 1;
    if (cut > LONGEST_PART / 2) return cut;
  }
  return part.length;
}
