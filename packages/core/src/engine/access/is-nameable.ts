import type { Call } from "../calls/call.ts";

/** Whether an error may name a table or slice to the caller. */
export function isNameable({ nameable }: Pick<Call, "nameable">, name: string): boolean {
  return nameable?.table(name) ?? true;
}
