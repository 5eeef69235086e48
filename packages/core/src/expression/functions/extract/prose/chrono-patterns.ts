import { Chrono, configuration, type Parser, type Refiner } from "chrono-node/en";

/** What chrono understands of English, without the patterns for amounts of time: they back-track without end on hostile text. */
export interface ChronoPatterns {
  readonly parsers: readonly Parser[];
  readonly refiners: readonly Refiner[];
}

let patterns: ChronoPatterns | undefined;

/** Made at the first use and kept. */
export function chronoPatterns(): ChronoPatterns {
  if (patterns === undefined) {
    const { parsers, refiners } = configuration.createCasualConfiguration();
    patterns = { parsers: parsers.filter((parser) => !OURS.some((text) => reads(parser, text))), refiners };
  }
  return patterns;
}

/** What we read ourselves, by texts that only chrono's parsers for it understand. */
const OURS = ["in 2 days", "2 days ago", "2 days later", "last 2 days", "next month", "end of the month"];

function reads(parser: Parser, text: string): boolean {
  return new Chrono({ parsers: [parser], refiners: [] }).parse(text, new Date(0)).length > 0;
}
