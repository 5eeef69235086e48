import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { createEngine, loadDefinition } from "@tablewright/core";
import { counters, increment, readCounters } from "@tablewright/store-contract/histories";
import { insertRows } from "@tablewright/store-contract/parts";
import { describe, expect, test } from "vitest";
import { type SeveralProcesses, withStores } from "./several-processes.ts";

/** Processes that stand still in the middle of a write, or are slow there: the others go on. */
export function describeFrozenProcesses(processes: SeveralProcesses): void {
  describe("a process that stands still", () => {
    // At the same time, since each waits for seconds until the database gives the process up.
    test.concurrent.each([
      ["while it has changed a row", "beside"],
      ["while it writes alone", "alone"],
    ])("%s lets the others write, and nothing of it is lost or doubled", (_, how) =>
      withStores(processes, [counters], async (stores, [address = ""]) => {
        const [one, other] = stores;
        await insertRows(one, counters.name, COUNTERS);
        await using held = await holdCounter(processes.script, how, address);
        held.stop();
        await Promise.all([
          increment(one, "a"),
          increment(other, "b"),
          increment(one, "c", undefined, { exclusive: true }),
          increment(other, "a"),
        ]);
        const outcome = await held.goOn();
        expect(["done", "server/store-away"]).toContain(outcome);
        const isDone = outcome === "done";
        for (const store of stores)
          expect(await readCounters(store)).toEqual({ a: isDone ? 3 : 2, b: 1, c: 1 });
      }),
    );
  });

  test("a write that has to be alone does not hold off the others while it waits", () =>
    withStores(processes, [counters], async ([one, other]) => {
      await insertRows(one, counters.name, COUNTERS);
      let alone: Promise<void> | undefined;
      await increment(one, "a", async () => {
        const begun = Promise.withResolvers<void>();
        alone = increment(other, "c", async () => begun.resolve(), { exclusive: true });
        alone.catch(() => undefined);
        for (let at = 0; at < 10; at++) await increment(other, "b");
      });
      await alone;
      expect(await readCounters(one)).toEqual({ a: 1, b: 10, c: 1 });
    }));

  test("a call that waits for another longer than its expressions may take is run again", () =>
    withStores(processes, [], async ([one, other]) => {
      const { output: definition } = loadDefinition(DEFINITION);
      if (definition === undefined) throw new Error("The definition does not load.");
      const again = Promise.withResolvers<void>();
      let runs = 0;
      const counting: typeof other = {
        ...other,
        write: (work, use) =>
          other.write((transaction) => {
            if (++runs > 1) again.resolve();
            return work(transaction);
          }, use),
      };
      let now = Date.UTC(2026, 10, 26);
      const services = { now: () => now, random: Math.random, newId: () => crypto.randomUUID() };
      const limits = { milliseconds: 300 }; // for which the database lets the call wait, too
      const engine = await createEngine({ definition, store: counting, services, limits });
      await createEngine({ definition, store: one, services });
      await engine.add("Orders", [{ Id: "1", Count: 1 }]);
      runs = 0;
      let call: ReturnType<typeof engine.edit> | undefined;
      const held = one.write(async (transaction) => {
        await transaction.insert("Notes", [["x"]]);
        call ??= engine.edit("Orders", [{ Id: "1", Count: 2 }]);
        const passing = setInterval(() => {
          if (runs > 0) now += 1_000; // only while the call waits: its work leaves this process no time
        }, 10);
        await Promise.race([again.promise, call]);
        clearInterval(passing);
        throw new Error("on purpose");
      });
      await expect(held).rejects.toThrow("on purpose");
      expect(await call).toMatchObject({ ok: true, rows: [{ Id: "1", Count: 2 }] });
    }));
}

const COUNTERS = ["a", "b", "c"].map((name) => [name, 0]);

const DEFINITION = `
tablewright: 1
app: { id: waits, name: Waits, owner: owner@example.com }
tables:
  Orders:
    key: [Id]
    columns:
      Id: { type: Text }
      Count: { type: Number }
      Highest: { type: Number, formula: "MAX(Orders[Count])" }
  Notes: { key: [Id], columns: { Id: { type: Text } } }
actions:
  Note: { table: Orders, addRow: { table: Notes, set: { Id: '"x"' } } }
rules:
  Notes: { table: Orders, on: [edit], steps: [{ action: Note }] }
`;

/** A process in the middle of a write to the counter `a`. */
async function holdCounter(script: URL, how: string, address: string) {
  const args = ["--conditions=source", script.pathname, "hold", address, how];
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  expect(await next()).toBe("held");
  return {
    stop: () => child.kill("SIGSTOP"),
    /** What became of the write. */
    goOn: async () => {
      child.kill("SIGCONT");
      child.stdin.end("go on\n");
      return JSON.parse(await next()) as unknown;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
