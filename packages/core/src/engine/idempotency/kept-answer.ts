import { diagnose } from "../../diagnostics/index.ts";
import type { RowReader } from "../../storage/index.ts";
import { answeringStored } from "../access/readable.ts";
import type { Call } from "../calls/call.ts";
import type { OnceKey } from "../calls/prepare/once-key.ts";
import { mayFind } from "../calls/request.ts";
import { type Accepted, type Result, type ResultRow, rejected } from "../calls/result.ts";
import { ANSWERS_KEPT, answersTable } from "../engine-tables/answers-table.ts";

/**
 * What a call was answered when it came before; an error where another call came with its key. A caller who might find rows then
 * and may not any more is answered their keys.
 */
export async function keptAnswer(call: Call, once: OnceKey, stored: RowReader): Promise<Result | undefined> {
  const [row] = await stored.getByKeys(answersTable.name, [[once.caller, once.key]]);
  const [, , sent, at, answer] = row ?? [];
  if (row === undefined || Number(at) + ANSWERS_KEPT <= call.startedAt) return undefined;
  if (sent !== once.call) return rejected([diagnose("request/key-reused", { key: once.key })]);
  const { isFound, ...content } = JSON.parse(String(answer)) as KeptAnswer;
  const rows = isFound === false || mayFind(call) ? content.rows : withoutValues(call, content.rows);
  return { ok: true, ...content, rows, isReplayed: true };
}

/** An answer as `keepAnswer` writes it; `isFound` is missing in those of older versions. */
type KeptAnswer = Pick<Accepted, "rows" | "warnings" | "call"> & { readonly isFound?: boolean };

/** Stored rows with the members that name them; rows that the call has added are the caller's own. */
function withoutValues(call: Call, rows: readonly ResultRow[]): readonly ResultRow[] {
  const { action, app, updatesDuplicates } = call;
  if (action === "Add" && !updatesDuplicates) return rows;
  if (action === "Undo" && !app.actions.has(action))
    return rows.map((row) => ({ ...row, before: null, after: null }));
  const { columns = [] } = answeringStored(call).shown ?? {};
  const named = new Set(["_ComputedKey", ...columns.map(({ name }) => name)]);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => named.has(name))));
}
