import type { Span } from "../../diagnostics/index.ts";

/** What stands instead of a span. Those of one fix do not overlap, and all count in the text before them. */
export interface TextEdit extends Span {
  readonly text: string;
}
