/** An event that an operator has given up is kept as one that has failed, and its error begins with this. */
import type { StoredEvent } from "@tablewright/core/storage";

export function isDropped({ state, error }: Pick<StoredEvent, "state" | "error">): boolean {
  return state === "failed" && error !== undefined && MARK.test(error);
}

/** The error of a dropped event: when, and how the last attempt failed. */
export function writeDropped(error: string | undefined, now: number): string {
  const mark = `Dropped at ${new Date(now).toISOString()}.`;
  return error === undefined ? mark : `${mark} ${error}`;
}

/** The error as it was before the event was dropped. */
export function withoutMark(error: string | undefined): string | undefined {
  return error?.replace(MARK, "").trimStart();
}

const MARK = /^Dropped at \d{4}-\d\d-\d\dT[\d:.]+Z\./u;
