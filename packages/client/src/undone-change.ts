import type { RecordedChange } from "./recorded-change.ts";

/** What was done to a row to change back what a call had done; `before` and `after` as in the history. */
export type UndoneChange = Pick<RecordedChange, "table" | "operation" | "key" | "before" | "after">;
