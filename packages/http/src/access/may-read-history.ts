import { type AccessKey, type Diagnostic, diagnose } from "@tablewright/core";
import { mayCall } from "./key-rights.ts";

/** What forbids a key to read what was recorded: it may not find rows, or its definition says so. */
export function mayReadHistory(key: AccessKey, action: string, table: string): Diagnostic | undefined {
  if (key.history && mayCall(key, "Find")) return undefined;
  return diagnose("access/not-allowed", { action, table, by: `the access key "${key.name}"` });
}
