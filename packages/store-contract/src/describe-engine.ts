import { describe } from "vitest";
import { describeAdd } from "./engine/describe-add.ts";
import { describeCalls } from "./engine/describe-calls.ts";
import { describeDelete } from "./engine/describe-delete.ts";
import { describeEdit } from "./engine/describe-edit.ts";
import { describeFaults } from "./engine/describe-faults.ts";
import { describeFind } from "./engine/describe-find.ts";
import type { MakeStore } from "./store-under-test.ts";

/** Registers the tests of the record engine over a store: the answers are the same on every store. */
export function describeEngine(name: string, make: MakeStore): void {
  describe(`engine over ${name}`, { timeout: 60_000 }, () => {
    describeAdd(make);
    describeEdit(make);
    describeDelete(make);
    describeFind(make);
    describeCalls(make);
    describeFaults(make);
  });
}
