import { appendEvents, claimEvents, readOutbox, settleEvents } from "@tablewright/core";
import { type EventState, outboxTable, type Store, type StoredEvent } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { randomRuns, withStore } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

/** Random histories of an outbox, held against a list of events that is kept in the plainest way. */
export function describeOutboxHistories(make: MakeStore): void {
  describe("outbox histories", () => {
    test("any appends, claims and outcomes leave what they should", () =>
      withStore(make, [outboxTable], async (store) => {
        let round = 0;
        await fc.assert(
          fc.asyncProperty(fc.array(transactionOf, { maxLength: 8 }), async (transactions) => {
            await settleAll(store);
            await expectSameAsModel(store, transactions, `round ${++round} `);
          }),
          { numRuns: randomRuns(32) },
        );
      }));
  });
}

const time = fc.integer({ min: 0, max: 20 });
const id = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");

type Step =
  | { readonly op: "append"; readonly events: readonly { readonly id: string; readonly createdAt: number }[] }
  | { readonly op: "claim"; readonly now: number; readonly until: number; readonly limit: number }
  | { readonly op: "settle"; readonly outcomes: readonly Outcome[] };

interface Outcome {
  readonly id: string;
  readonly state: EventState;
  readonly dueAt: number;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    op: fc.constant("append" as const),
    events: fc.array(fc.record({ id, createdAt: time }), { maxLength: 4 }),
  }),
  fc.record({ op: fc.constant("claim" as const), now: time, until: time, limit: fc.nat({ max: 5 }) }),
  fc.record({
    op: fc.constant("settle" as const),
    outcomes: fc.array(
      fc.record({
        id,
        state: fc.constantFrom<EventState>("waiting", "delivered", "failed"),
        dueAt: time,
      }),
      { maxLength: 4 },
    ),
  }),
);

const transactionOf = fc.record({
  commits: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  steps: fc.array(step, { maxLength: 5 }),
});

/** An event without its sequence: the model says only in which order events stand. */
type Known = Omit<StoredEvent, "sequence">;

async function expectSameAsModel(
  store: Store,
  transactions: readonly { readonly commits: boolean; readonly steps: readonly Step[] }[],
  prefix: string,
): Promise<void> {
  let model: readonly Known[] = [];
  for (const { commits, steps } of transactions) {
    let next = model;
    const work = store.write(async (transaction) => {
      for (const one of steps) {
        if (one.op === "append") {
          const events = one.events.map((event) => ({
            ...event,
            id: prefix + event.id,
            rule: "r",
            payload: "{}",
          }));
          const isNew = (event: { readonly id: string }, at: number) =>
            ![...next, ...events.slice(0, at)].some((other) => other.id === event.id);
          const call = appendEvents(transaction, events);
          if (events.every(isNew)) {
            await call;
            next = [...next, ...events.map(asAppended)];
          } else await expect(call).rejects.toThrow(/already/u);
        } else if (one.op === "claim") {
          const due = next
            .filter(({ state, dueAt }) => state === "waiting" && dueAt <= one.now)
            .slice(0, one.limit);
          const claimed = new Map(
            due.map((event) => [event.id, { ...event, attempts: event.attempts + 1, dueAt: one.until }]),
          );
          expect((await claimEvents(transaction, one)).map(withoutSequence)).toEqual([...claimed.values()]);
          next = next.map((event) => claimed.get(event.id) ?? event);
        } else {
          const outcomes = one.outcomes.map((outcome) => ({
            ...outcome,
            id: prefix + outcome.id,
            error: outcome.state === "failed" ? "?" : undefined,
          }));
          await settleEvents(transaction, outcomes);
          for (const outcome of outcomes)
            next = next.map((event) => (event.id === outcome.id ? { ...event, ...outcome } : event));
        }
      }
      if (!commits) throw new Error("on purpose");
    });
    await (commits ? work : expect(work).rejects.toThrow("on purpose"));
    if (commits) model = next;
    const listed = await store.read((transaction) => readOutbox(transaction, { limit: model.length }));
    expect(listed.map(withoutSequence)).toEqual(model.toReversed());
    expect(listed.every(({ sequence }, at) => at === 0 || sequence < (listed[at - 1]?.sequence ?? 0))).toBe(
      true,
    );
  }
}

/** Ends what earlier rounds have left waiting. */
async function settleAll(store: Store): Promise<void> {
  await store.write(async (transaction) => {
    const left = await readOutbox(transaction, { limit: Number.MAX_SAFE_INTEGER });
    const waiting = left.filter(({ state }) => state === "waiting");
    await settleEvents(
      transaction,
      waiting.map(({ id }) => ({ id, state: "failed", dueAt: 0, error: undefined })),
    );
  });
}

function asAppended(event: Pick<Known, "id" | "rule" | "payload" | "createdAt">): Known {
  return { ...event, state: "waiting", attempts: 0, dueAt: event.createdAt, error: undefined };
}

function withoutSequence({ sequence: _, ...event }: StoredEvent): Known {
  return event;
}
