import { type AccessKey, type Diagnostic, diagnose, mayReadHistory } from "@tablewright/core";
import { holderOf } from "./key-holder.ts";

/** What forbids a key to read what was recorded: it may not find rows, or its definition says so. */
export function checkHistoryRight(key: AccessKey, action: string, table: string): Diagnostic | undefined {
  return mayReadHistory(key)
    ? undefined
    : diagnose("access/not-allowed", { action, table, by: holderOf(key) });
}
