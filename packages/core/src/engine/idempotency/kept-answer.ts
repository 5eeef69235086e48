import { diagnose } from "../../diagnostics/index.ts";
import type { RowReader } from "../../storage/index.ts";
import type { Call } from "../calls/call.ts";
import type { OnceKey } from "../calls/prepare/once-key.ts";
import { type Accepted, type Result, rejected } from "../calls/result.ts";
import { ANSWERS_KEPT, answersTable } from "../engine-tables/answers-table.ts";

/** What a call was answered when it came before; an error where another call came with its key. */
export async function keptAnswer(
  { startedAt }: Call,
  once: OnceKey,
  stored: RowReader,
): Promise<Result | undefined> {
  const [row] = await stored.getByKeys(answersTable.name, [[once.caller, once.key]]);
  const [, , call, at, answer] = row ?? [];
  if (row === undefined || Number(at) + ANSWERS_KEPT <= startedAt) return undefined;
  if (call !== once.call) return rejected([diagnose("request/key-reused", { key: once.key })]);
  const content = JSON.parse(String(answer)) as Pick<Accepted, "rows" | "warnings" | "call">;
  return { ok: true, ...content, isReplayed: true };
}
