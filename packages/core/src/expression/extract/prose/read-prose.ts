import { Chrono, configuration, type Parser, type ParsingComponents, type Refiner } from "chrono-node/en";
import { SECONDS_PER_DAY } from "../../../values/index.ts";
import { dayAt, type PeriodKind } from "../../functions/date-time/calendar.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Amount } from "./amounts-in.ts";
import { amountResults, dayAfter, type Offset, periodResults } from "./prose-results.ts";
import { awayDate, moveYearAway, settleResults, shifted, wallSeconds } from "./settle-results.ts";

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

/** Chrono's steps can add a year that follows, or the offset of a zone, which we do not apply. */
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

/** What chrono understands of English, without the patterns for amounts of time: they back-track without end on hostile text. */
interface ChronoPatterns {
  readonly parsers: readonly Parser[];
  readonly refiners: readonly Refiner[];
}

let patterns: ChronoPatterns | undefined;

/**
 * Made at the first use and kept. The platform compiles each pattern when it is first tried, which takes up to ten
 * milliseconds, so `pause` is yielded after each try.
 */
export function* chronoPatterns<T>(pause: T): Generator<T, ChronoPatterns> {
  if (patterns !== undefined) return patterns;
  const { parsers, refiners } = configuration.createCasualConfiguration();
  const remaining = new Set(parsers);
  for (const parser of parsers) {
    for (const text of OURS) {
      const isOurs = reads(parser, text);
      yield pause;
      if (!isOurs) continue;
      remaining.delete(parser);
      break;
    }
  }
  patterns = { parsers: [...remaining], refiners };
  return patterns;
}

/** What we read ourselves, by texts that only chrono's parsers for it understand. */
const OURS = ["in 2 days", "2 days ago", "2 days later", "last 2 days", "next month", "end of the month"];

function reads(parser: Parser, text: string): boolean {
  return new Chrono({ parsers: [parser], refiners: [] }).parse(text, new Date(0)).length > 0;
}

/** Prose in the words that the patterns know: blanks of any kind are one blank each, "between A and B" is "A to B". */
function plainProse(part: string): string {
  return part
    .replace(/\s+/g, " ")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(THE_DAY, "$1 $2")
    .replace(/\b(start|beginning|end) of (?=(?:week|month|quarter|year)\b)/gi, "$1 of the ")
    .replace(TO_OR_PAST, clockOf)
    .replace(O_CLOCK, "$1$2m")
    .replace(PART_OF_DAY, halfOf)
    .replace(/\bbetween ([^.;!?]{1,60}?) and\b/gi, "$1 to")
    .replace(/\b((?:noon|midnight)(?: to | until | till | ?[-\u2013] ?)\d{1,2}(?::\d\d)?[ap])\b/gi, "$1m")
    .replace(
      /\b(\d{1,2}(?::\d\d)?[ap])(?=(?: to | until | till | ?[-\u2013] ?)(?:noon|midnight)\b)/gi,
      "$1m",
    );
}

const MONTHS =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";

/** "April the first", unless a thing follows: "in May the second team". */
const THE_DAY = new RegExp(
  String.raw`\b(${MONTHS}) the ([1-3]?\d(?:st|nd|rd|th)|first|second|third|fourth|fifth|(?:six|seven|eigh|nin|ten|eleven|twelf)th)(?=$|[.,;:!?)]| (?:at|in|on|to|until|till|through|and|or|19\d\d|20\d\d)\b)`,
  "gi",
);

const TO_OR_PAST =
  /\b(?:a )?(quarter|half|five|ten|twenty|twenty-five|[1-5]?\d(?= past)) (to|past) (\d{1,2})(?![\d:.]\d)(?: o'clock)?(?: ?([ap])\.?m\b)?(?! ?%)/gi;
const MINUTES: Readonly<Record<string, number>> = {
  ...{ quarter: 15, half: 30, five: 5, ten: 10, twenty: 20, "twenty-five": 25 },
};

/** "Quarter past 7 pm" is 7:15pm, "quarter to 5" is 4:45. "Ten to 5" may be a range: words count with "past" only. */
function clockOf(phrase: string, word: string, which: string, figure: string, half?: string): string {
  const minutes = MINUTES[word.toLowerCase()] ?? Number(word);
  const hour = Number(figure);
  const isTo = which.toLowerCase() === "to";
  if (hour < 1 || hour > 12 || (isTo && word.toLowerCase() !== "quarter")) return phrase;
  const time = `${isTo ? hour - 1 || 12 : hour}:${String(isTo ? 60 - minutes : minutes).padStart(2, "0")}`;
  if (half === undefined) return time;
  const isAfternoon = (half.toLowerCase() === "p") !== (isTo && hour === 12);
  return `${time}${isAfternoon ? "pm" : "am"}`;
}

const O_CLOCK = /\b(\d{1,2}) o'clock ?([ap])\.?m\b/gi;
const PART_OF_DAY =
  /\b((?:at|by|around|about|from|to|until|till|before|after|since) )?(?<![:.\d])(\d{1,2})(:\d\d)?( o'clock)? (?:in the|at) (morning|afternoon|evening|night)\b/gi;

/** "5 o'clock in the evening", "at 5 in the afternoon"; "5 in the evening" may be so many people. */
function halfOf(
  phrase: string,
  lead: string | undefined,
  figure: string,
  minutes: string | undefined,
  oClock: string | undefined,
  part: string,
): string {
  const hour = Number(figure);
  const word = part.toLowerCase();
  if (hour < 1 || hour > 12 || (lead ?? minutes ?? oClock) === undefined) return phrase;
  if (hour === 12 && (word === "morning" || word === "evening")) return phrase;
  const isEarly = word === "morning" || (word === "night" && (hour < 6 || hour === 12));
  return `${lead ?? ""}${figure}${minutes ?? ""}${isEarly ? "am" : "pm"}`;
}
