import { readIsoDateTime } from "../../values/index.ts";
import { looksLikeCursor } from "./change-cursor.ts";

/** A time, or a place in the order of commits. */
export type PastMoment = PastTime | PastChangeMoment;

export interface PastTime {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** As it was sent. */
  readonly text: string;
}

/** After the last change that a reader with the cursor has read. */
export interface PastChangeMoment {
  /** In the form in which its caller reads cursors. */
  readonly cursor: string;
  /** As it was sent. */
  readonly text: string;
}

/** Undefined for a text that is neither a time with its offset nor a cursor. */
export function readMoment(text: string): PastMoment | undefined {
  const at = readTime(text.trim());
  if (at !== undefined) return { at, text };
  const cursor = text.trim();
  return looksLikeCursor(cursor) ? { cursor, text } : undefined;
}

function readTime(text: string): number | undefined {
  const [, minutes, seconds = "00", fraction = "", offset = "Z"] = TIME.exec(text) ?? [];
  const wall = minutes === undefined ? null : readIsoDateTime(`${minutes}:${seconds}`);
  const behind = offsetIn(offset);
  if (wall === null || behind === undefined) return undefined;
  return (wall - behind) * 1_000 + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

/** In seconds. */
function offsetIn(offset: string): number | undefined {
  if (offset === "Z") return 0;
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  if (hours > 14 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 3_600 + minutes * 60);
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)$/u;
