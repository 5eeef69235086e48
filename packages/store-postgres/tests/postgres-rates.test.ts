/** Limits in time that servers over one database share: what each has taken, until it has come back. */
import { describe, expect, test } from "vitest";
import { KEY } from "../../cli/tests/clients/counters-application.ts";
import { serveProcesses } from "../../cli/tests/clients/serve-processes.ts";
import { PostgresRates } from "../src/index.ts";
import { processAddress } from "./process-address.ts";
import { ask, server, temporarySchema } from "./temporary-schema.ts";

/** Milliseconds: whatever a busy machine does, most of it is left. */
const HOUR = 3_600_000;

describe.skipIf(server === "")("limits in time", () => {
  test("what servers take adds up, and is forgotten when it has come back", () =>
    withRates(async (one, other, schema) => {
      expect(await one.exchange([])).toEqual([]);
      await one.exchange([taken("keys/a", 20 * HOUR), taken("keys/b", 1)]);
      const all = await other.exchange([taken("keys/a", 10 * HOUR), taken("addresses/192.0.2.1", HOUR)]);
      expect(all.map(({ name }) => name)).toEqual(["keys/a", "addresses/192.0.2.1"]);
      expect(all[0]?.milliseconds).toBeGreaterThan(29 * HOUR);
      expect(all[0]?.milliseconds).toBeLessThanOrEqual(30 * HOUR);
      await ask(`update "${schema}".tablewright_rates set full_at = 0 where name = 'keys/a'`);
      const left = await one.exchange([]);
      expect(left.map(({ name }) => name)).toEqual(["addresses/192.0.2.1"]);
      const kept = await ask(`select name from "${schema}".tablewright_rates`);
      expect(kept).toEqual([{ name: "addresses/192.0.2.1" }]);
    }));

  test("servers that tell of many names at once lose none and wait for none", () =>
    withRates(async (one, other) => {
      const names = Array.from({ length: 500 }, (_, at) => taken(`keys/${at}`, HOUR));
      await Promise.all(
        [one, other, one, other].map((rates, at) => rates.exchange(at % 2 ? names.toReversed() : names)),
      );
      const all = await one.exchange([]);
      expect(all).toHaveLength(500);
      for (const { milliseconds } of all) expect(milliseconds).toBeGreaterThan(3.9 * HOUR);
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
      await one.exchange([taken("keys/a", HOUR)]);
      await ask(`drop table "${schema}".tablewright_rates`);
      await expect(one.exchange([taken("keys/a", HOUR)])).rejects.toThrow("tablewright_rates");
      expect(await one.exchange([taken("keys/a", HOUR)])).toHaveLength(1);
    }));

  test("two processes count what all have taken", async () => {
    const { options, release } = temporarySchema();
    const secondsToWait = async (address = "") => {
      const headers = { ApplicationAccessKey: KEY, "content-type": "application/json" };
      const body = JSON.stringify({ Action: "Find" });
      const url = `${address}/tables/Counters/Action`;
      const answer = await fetch(url, { method: "POST", headers, body });
      return Number(answer.headers.get("retry-after") ?? 0);
    };
    await serveProcesses(
      2,
      processAddress(options),
      async ([one, other]) => {
        const rates = new PostgresRates(options);
        let name = "";
        const tellOfCall = async () => {
          await secondsToWait(one);
          for (const told of await rates.exchange([])) name = told.name;
          return name;
        };
        await expect.poll(tellOfCall).not.toBe("");
        await rates.exchange([taken(name, HOUR)]); // as a third one would that has had many calls
        // By their own count calls come back after ten seconds.
        for (const address of [one, other])
          await expect.poll(() => secondsToWait(address)).toBeGreaterThan(1_000);
        await rates.close();
      },
      ["--key-rate", "6"],
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
