import type { Store, WriteTransaction } from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { faultyStore } from "./faulty-store.ts";
import { InjectedFault } from "./injected-fault.ts";

test("each call of the port can be made to fail, and a failed write does not commit", async () => {
  const steps = ["write", "getByKeys", "insert", "commit"];
  for (const [at, step] of steps.entries()) {
    const log: string[] = [];
    const store = faultyStore(loggingStore(log), at + 1);
    await expect(writeOneRow(store)).rejects.toThrow(new InjectedFault(at + 1, step));
    expect(log).toEqual(
      [[], ["rollback"], ["getByKeys", "rollback"], ["getByKeys", "insert", "rollback"]][at],
    );
    expect(store.calls).toBe(at + 1);
  }
});

test("below the failing call everything goes through, and after it too", async () => {
  const log: string[] = [];
  const store = faultyStore(loggingStore(log), 5);
  await writeOneRow(store);
  expect(log).toEqual(["getByKeys", "insert", "commit"]);
  await expect(store.close()).rejects.toThrow(InjectedFault);
  await writeOneRow(store);
  expect(log.slice(3)).toEqual(["getByKeys", "insert", "commit"]);
});

async function writeOneRow(store: Store): Promise<void> {
  await store.write(async (transaction) => {
    await transaction.getByKeys("T", [["a"]]);
    await transaction.insert("T", [["a"]]);
  });
}

/** Notes what reaches it; holds no rows. */
function loggingStore(log: string[]): Store {
  const transaction: WriteTransaction = {
    find: async () => ({ rows: [], kept: [], ordered: true, limited: false }),
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
