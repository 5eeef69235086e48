import { batchOf, Meter, type Store, type WriteTransaction } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { failingStore } from "./failing-store.ts";
import { InjectedFailure } from "./injected-failure.ts";

test("each call of the port can be made to fail, and a failed write does not commit", async () => {
  for (const [at, step] of ["write", ...calls, "commit"].entries()) {
    const log: string[] = [];
    const store = failingStore(loggingStore(log), at + 1);
    await expect(callEverything(store)).rejects.toThrow(new InjectedFailure(at + 1, step));
    expect(log).toEqual(at === 0 ? [] : [...calls.slice(0, at - 1), "rollback"]);
    expect(store.calls).toBe(at + 1);
  }
});

test("below the failing call everything goes through, and after it too", async () => {
  const log: string[] = [];
  const store = failingStore(loggingStore(log), calls.length + 3);
  await callEverything(store);
  expect(log).toEqual([...calls, "commit"]);
  await expect(store.close()).rejects.toThrow(InjectedFailure);
  await callEverything(store);
  expect(log.slice(calls.length + 1)).toEqual([...calls, "commit"]);
});

/** Every call of a transaction, in the order in which `callEverything` makes them. */
const calls = ["find", "getByKeys", "insert", "update", "delete"];

async function callEverything(store: Store): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.find({
      table: "T",
      conditions: [],
      order: [],
      context: { meter: new Meter() } as never,
    });
    await transaction.getByKeys("T", [["a"]]);
    await transaction.insert("T", [["a"]]);
    await transaction.update("T", [["a"]]);
    await transaction.delete("T", [["a"]]);
  });
}

/** Notes what reaches it; holds no rows. */
function loggingStore(log: string[]): Store {
  const transaction: WriteTransaction = {
    find: async () => noted("find", { batches: batchOf([]), residual: [], ordered: true, limited: false }),
    getByKeys: async () => noted("getByKeys", []),
    insert: async (_, rows) => noted("insert", { rows, duplicates: [] }),
    update: async (_, rows) => noted("update", rows),
    delete: async () => noted("delete", undefined),
  };
  function noted<T>(what: string, answer: T): T {
    log.push(what);
    return answer;
  }
  return {
    name: "logging",
    open: async () => undefined,
    read: (work) => work(transaction),
    write: async (work) => {
      try {
        return noted("commit", await work(transaction));
      } catch (error) {
        log.push("rollback");
        throw error;
      }
    },
    close: async () => undefined,
  };
}
