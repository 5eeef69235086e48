import { expect, test } from "vitest";
import { type AccessKey, accessKey } from "../../schema/index.ts";
import { hasRight, keyState, mayCall, mayReach, nameableBy } from "./key-rights.ts";

const DAY = Date.UTC(2027, 0, 1);

const keyWith = (differences: Partial<AccessKey>) => accessKey({ name: "k", ...differences });

test.each<[Partial<AccessKey>, number, string]>([
  [{}, DAY, "in use"],
  [{ expires: "2027-01-01" }, DAY - 1, "in use"],
  [{ expires: "2027-01-01" }, DAY, "expired"],
  [{ expires: "some day" }, DAY, "expired"],
  [{ disabled: true, expires: "2027-01-01" }, DAY, "disabled"],
])("a key with %j is at %d %s", (differences, now, state) => {
  expect(keyState(keyWith(differences), now)).toBe(state);
});

test.each<
  [Partial<AccessKey>, call: boolean, reach: boolean, history: boolean, definition: boolean, all: boolean]
>([
  [{}, true, true, true, true, true],
  [{ actions: ["find", "Add"] }, true, true, true, false, false],
  [{ actions: ["Add"] }, false, true, false, false, false],
  [{ tables: ["orders"] }, true, true, true, false, false],
  [{ tables: [] }, true, false, true, false, false],
  [{ history: false }, true, true, false, true, true],
  [{ runAs: false }, true, true, true, false, true],
])(
  "a key with %j may call Find: %s, reach Orders: %s, read history: %s, and the definition: %s",
  (differences, ...rights) => {
    const key = keyWith(differences);
    const nameable = nameableBy(key);
    expect([
      mayCall(key, "Find"),
      mayReach(key, "Orders"),
      hasRight(key, "history"),
      hasRight(key, "trace"),
      nameable === undefined,
    ]).toEqual(rights);
    expect(nameable?.table("Orders") ?? true).toBe(rights[1]);
    expect(nameableBy(key)).toBe(nameable);
  },
);
