import type { ParsingResult } from "chrono-node/en";
import { dayAt, type PeriodKind } from "../../date-time/calendar.ts";
import type { ProseContext } from "./amount-results.ts";
import { edgeBefore, isCounted } from "./edge-before.ts";
import { periodsIn } from "./periods-in.ts";
import { assignDay, wallSeconds } from "./wall-clock.ts";

export interface PeriodResults {
  /** Results beside chrono's: "next month", "2027", "the end of the year". */
  readonly found: readonly ParsingResult[];
  /** Those results, chrono's months among them, that name a whole period and not a day of it. */
  readonly kinds: ReadonlyMap<ParsingResult, PeriodKind>;
  /** Chrono's results that name no day, such as the 31st of April, or are a part of what does: "Monday" of "last Monday of June". */
  readonly impossible: ReadonlySet<ParsingResult>;
}

/** Reads the periods in a text and the days at their edges; `results` are chrono's. */
export function periodResults(
  context: ProseContext,
  results: readonly ParsingResult[],
  now: number,
): PeriodResults {
  const found: ParsingResult[] = [];
  const kinds = new Map<ParsingResult, PeriodKind>();
  const impossible = new Set<ParsingResult>();
  const edges: { readonly start: number; readonly end: number }[] = [];
  const add = (result: ParsingResult, kind: PeriodKind, needsEdge: boolean): boolean => {
    const first = dayAt(wallSeconds(result.start) ?? Number.NaN);
    const edge = edgeBefore(context.text, result.index, kind, first);
    if (edge !== undefined) edges.push({ start: edge.start, end: result.index });
    if (edge?.day === null || (edge === undefined && needsEdge)) return false;
    if (edge === undefined) kinds.set(result, kind);
    else takeEdge(context, result, edge.start, edge.day);
    return true;
  };
  for (const { kind, first, start, end, needsEdge } of periodsIn(context.text, dayAt(now))) {
    const result = context.createParsingResult(start, end);
    assignDay(result.start, first);
    if (kind === "year") result.text += NOT_A_NUMBER;
    if (add(result, kind, needsEdge)) found.push(result);
  }
  for (const result of results) {
    const isMonth = result.start.isCertain("month") && !result.start.isCertain("day") && !result.end;
    if (isMonth && !add(result, "month", false)) impossible.add(result);
  }
  for (const result of results) {
    const { index, start } = result;
    const isInEdge = edges.some(
      (edge) => edge.start <= index && index < edge.end && !isTaken(result, edge.end),
    );
    if (isInEdge || (start.isOnlyWeekdayComponent() && isCounted(context.text, index)))
      impossible.add(result);
  }
  return { found, kinds, impossible };
}

/** Whether a result was itself moved to the beginning of an edge. */
function isTaken({ index, text }: ParsingResult, edgeEnd: number): boolean {
  return index + text.length > edgeEnd;
}

/** Chrono throws results away that are digits only; this stands for the sign behind a year. */
const NOT_A_NUMBER = "\u00a0";

function takeEdge(context: ProseContext, result: ParsingResult, start: number, day: number): void {
  result.text = context.text.slice(start, result.index + result.text.length);
  result.index = start;
  assignDay(result.start, day);
}
