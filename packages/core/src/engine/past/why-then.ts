import { diagnose, noOutput, type Outcome } from "../../diagnostics/index.ts";
import { type Store, withoutSources } from "../../storage/index.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { ownContext } from "../engine-tables/engine-table.ts";
import { firstNumberOf } from "../journal/read-entries.ts";
import { readRecorded } from "../undo/read-call.ts";
import type { WhyBatchResult } from "../why/why-batch.ts";
import { isAsRecorded } from "./compare-outcomes.ts";
import { copyRows, definitionOfThen, openCopy, setNumbers } from "./past-copy.ts";
import { NOT_RUN, type NotRun, replayCall, sentOf, traceCall } from "./replay-call.ts";

/**
 * Why a call of the journal did what it did: by the definition, the clock, the caller and the rows of then. An error where the call is not kept, or
 * something of it is not. For operators: it shows rows that the caller of then may not see now.
 */
export async function whyThen(
  engine: EngineOptions,
  call: string,
  { copy }: { readonly copy: () => Store | Promise<Store> },
): Promise<Outcome<WhyBatchResult>> {
  const { definition, store, limits } = engine;
  if (!definition.hasHistory) return noOutput([diagnose("history/none", { table: definition.name })]);
  const refused = (reason: NotRun) =>
    noOutput([diagnose("history/not-run", { call, reason: NOT_RUN[reason] })]);
  const into = withoutSources(await copy());
  try {
    const recorded = await store.read(
      async (stored) => {
        const found = await readRecorded(ownContext(), stored, call);
        if (found !== undefined) await copyRows(engine, stored, firstNumberOf(found) - 1, into);
        return found;
      },
      { searches: true },
    );
    if (recorded === undefined) return noOutput([diagnose("history/no-call", { call })]);
    const input = sentOf(recorded);
    if (typeof input === "string") return refused(input);
    const judging = await definitionOfThen(engine, recorded[0]?.cause.version ?? "");
    if (judging === undefined) return refused("definition");
    const then = await openCopy(judging, into, engine);
    await setNumbers(then, recorded);
    if (!isAsRecorded(then, await replayCall(then, recorded, input, limits), recorded))
      return refused("other outcome");
    return { output: await traceCall(then, recorded, input, limits), diagnostics: [] };
  } finally {
    await into.close();
  }
}
