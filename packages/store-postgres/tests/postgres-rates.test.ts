/** Limits in time that servers over one database share: what each has taken, until it has come back. */
import { describe, expect, test } from "vitest";
import { KEY } from "../../cli/tests/clients/counters-application.ts";
import { serveProcesses } from "../../cli/tests/clients/serve-processes.ts";
import { PostgresRates } from "../src/index.ts";
import { processAddress } from "./process-address.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

describe.skipIf(server === "")("limits in time", () => {
  test("what servers take adds up, and is forgotten when it has come back", () =>
    withRates(async (one, other, schema) => {
      expect(await one.exchange([])).toEqual([]);
      await one.exchange([taken("keys/a", 20_000), taken("keys/b", 1)]);
      const all = await other.exchange([taken("keys/a", 10_000), taken("addresses/192.0.2.1", 5_000)]);
      expect(all.map(({ name }) => name)).toEqual(["keys/a", "addresses/192.0.2.1"]);
      expect(all[0]?.milliseconds).toBeGreaterThan(25_000);
      expect(all[0]?.milliseconds).toBeLessThanOrEqual(30_000);
      await ask(`update "${schema}".tablewright_rates set full_at = 0 where name = 'keys/a'`);
      const left = await one.exchange([]);
      expect(left.map(({ name }) => name)).toEqual(["addresses/192.0.2.1"]);
      const kept = await ask(`select name from "${schema}".tablewright_rates`);
      expect(kept).toEqual([{ name: "addresses/192.0.2.1" }]);
    }));

  test("servers that tell of many names at once lose none and wait for none", () =>
    withRates(async (one, other) => {
      const names = Array.from({ length: 500 }, (_, at) => taken(`keys/${at}`, 30_000));
      await Promise.all(
        [one, other, one, other].map((rates, at) => rates.exchange(at % 2 ? names.toReversed() : names)),
      );
      const all = await one.exchange([]);
      expect(all).toHaveLength(500);
      for (const { milliseconds } of all) expect(milliseconds).toBeGreaterThan(100_000);
    }));

  test("servers that begin at the same moment make one table of it", async () => {
    const { options } = temporarySchema();
    const schema = String(options.schema);
    await ask(`create schema if not exists "${schema}"`);
    const servers = Array.from({ length: 8 }, () => new PostgresRates(options));
    for (let round = 0; round < 25; round++) {
      await Promise.all(servers.map((rates) => rates.exchange([])));
      await ask(`drop table "${schema}".tablewright_rates`);
      const results = await Promise.allSettled(servers.map((rates) => rates.exchange([])));
      expect(results.filter(({ status }) => status === "fulfilled")).toEqual([]);
    }
    await Promise.all(servers.map((rates) => rates.close()));
    await ask(`drop schema "${schema}" cascade`);
  });

  test("a table that was removed is made again at the exchange after the failed one", () =>
    withRates(async (one, _, schema) => {
      await one.exchange([taken("keys/a", 20_000)]);
      await ask(`drop table "${schema}".tablewright_rates`);
      await expect(one.exchange([taken("keys/a", 20_000)])).rejects.toThrow("tablewright_rates");
      expect(await one.exchange([taken("keys/a", 20_000)])).toHaveLength(1);
    }));

  test("two processes allow a key together what one allows", async () => {
    const { options, release } = temporarySchema();
    const find = async (address = "") => {
      const headers = { ApplicationAccessKey: KEY, "content-type": "application/json" };
      const body = JSON.stringify({ Action: "Find" });
      const url = `${address}/tables/Counters/Action`;
      return (await fetch(url, { method: "POST", headers, body })).status;
    };
    await serveProcesses(
      2,
      processAddress(options),
      async ([one, other]) => {
        for (let call = 0; call < 5; call++) expect(await find(one)).toBe(200);
        expect(await find(one)).toBe(429);
        let accepted = 0;
        const next = async () => {
          const status = await find(other);
          if (status === 200) accepted++;
          return status;
        };
        // Calls come back every twelve seconds; alone the other one would take five in these.
        await expect.poll(next, { interval: 1_500, timeout: 7_000 }).toBe(429);
        expect(accepted).toBeLessThan(4);
      },
      ["--key-rate", "5"],
    );
    await release();
  });
});

async function withRates(
  run: (one: PostgresRates, other: PostgresRates, schema: string) => Promise<void>,
): Promise<void> {
  const { options } = temporarySchema();
  const schema = String(options.schema);
  await ask(`create schema if not exists "${schema}"`);
  const [one, other] = [new PostgresRates(options), new PostgresRates(options)];
  try {
    await run(one, other, schema);
  } finally {
    await Promise.all([one.close(), other.close()]);
    await ask(`drop schema "${schema}" cascade`);
  }
}

function taken(name: string, milliseconds: number) {
  return { name, milliseconds };
}
