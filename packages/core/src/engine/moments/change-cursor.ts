import { diagnose, type Outcome } from "../../diagnostics/index.ts";

/**
 * How far a reader of the feed is: past every entry up to a number, and of the call whose entries follow that number past so
 * many of its changes.
 */
export interface ChangeCursor {
  readonly passed: number;
  readonly position: number;
}

export const FIRST_CURSOR: ChangeCursor = { passed: 0, position: 0 };

export function writeCursor({ passed, position }: ChangeCursor): string {
  return position === 0 ? String(passed) : `${passed}-${position}`;
}

export function readCursor(cursor: string): Outcome<ChangeCursor> {
  const [, passed, position = "0"] = CURSOR.exec(cursor) ?? [];
  if (passed === undefined)
    return { output: undefined, diagnostics: [diagnose("history/cursor", { cursor: cursor.slice(0, 40) })] };
  return { output: { passed: Number(passed), position: Number(position) }, diagnostics: [] };
}

const CURSOR = /^(0|[1-9]\d{0,14})(?:-([1-9]\d{0,8}))?$/u;
