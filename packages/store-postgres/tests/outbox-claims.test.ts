/** What a claim reads where very many events were delivered or wait; statistics are never those of now. */
import { claimEvents } from "@tablewright/core";
import { type FindPlan, outboxTable } from "@tablewright/core/storage";
import { describe, expect, onTestFinished, test } from "vitest";
import { postgresStore } from "../src/index.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("a claim", () => {
  test("reads as many events as it takes, in their order, by the index on the state", async () => {
    const { options, release } = temporarySchema();
    const store = await postgresStore(options);
    onTestFinished(async () => {
      await store.close();
      await release();
    });
    await store.open([outboxTable]);
    const place = `"${options.schema}"."_tablewright_outbox"`;
    const fill = (first: number, last: number, state: string) =>
      ask(
        `insert into ${place} ("_Slot", "Id", "Rule", "Payload", "Created", "State", "Attempts", "Due") ` +
          `select n, 'e' || n, 'r', '{}', n, '${state}', 0, 5 from generate_series(${first}, ${last}) as n`,
      );
    /** How many were claimed, and the plan of the statement that found them. */
    const claim = () =>
      store.write(async (transaction) => {
        let found: FindPlan | undefined;
        const watched: typeof transaction = Object.create(transaction, {
          find: {
            value: (plan: FindPlan) => {
              found = plan;
              return transaction.find(plan);
            },
          },
          update: { value: transaction.update.bind(transaction) },
        });
        const claimed = await claimEvents(watched, { now: 9, until: 9, limit: 20 });
        const explained = await transaction.explain?.(found as FindPlan);
        return { claimed: claimed.map(({ id }) => id), explained };
      });
    await fill(1, DELIVERED, "delivered");
    await fill(DELIVERED + 1, DELIVERED + 10, "waiting");
    const few = await claim();
    expect(few.claimed).toHaveLength(10);
    expect(few.explained).toMatchObject({ indexes: ["State"], ordered: true, limited: true, residual: [] });
    await fill(DELIVERED + 11, DELIVERED * 2, "waiting");
    await ask(`analyze ${place}`);
    const many = await claim();
    expect(many.claimed).toEqual(Array.from({ length: 20 }, (_, at) => `e${DELIVERED + 1 + at}`));
    const { indexes, sql, values } = many.explained ?? {};
    expect(indexes).toEqual(["State"]);
    await ask(`set search_path to "${options.schema}"`);
    const lines = await ask(`explain ${sql}`, values as unknown[]);
    await ask("reset search_path");
    expect(lines.map((line) => String(line["QUERY PLAN"])).join("\n")).not.toMatch(/Sort|Seq Scan/u);
  });
});

/** The environment variable asks for more events. */
const DELIVERED = Number(process.env.TABLEWRIGHT_ROWS ?? 10_000);
