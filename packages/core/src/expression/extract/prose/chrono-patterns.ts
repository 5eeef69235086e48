import { Chrono, configuration, type Parser, type Refiner } from "chrono-node/en";

/** What chrono understands of English, without the patterns for amounts of time: they back-track without end on hostile text. */
export interface ChronoPatterns {
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
