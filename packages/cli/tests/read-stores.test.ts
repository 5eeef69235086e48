/** Which application lives where. */
import { expect, test } from "vitest";
import { readStores } from "../src/settings/read-values.ts";

test.each<[string, string[], string[], readonly string[] | RegExp]>([
  ["no address", ["a.yaml", "b.yaml"], [], ["memory:", "memory:"]],
  ["one for one", ["a.yaml"], ["sqlite:a.db"], ["sqlite:a.db"]],
  [
    "one for each",
    ["x/a.yaml", "b.json"],
    ["b=sqlite:b.db", "a=sqlite:a=b.db"],
    ["sqlite:a=b.db", "sqlite:b.db"],
  ],
  ["one for the others", ["a.yaml", "b.yaml"], ["memory:", "a=sqlite:a.db"], ["sqlite:a.db", "memory:"]],
  ["one in memory, by itself", ["a.yaml", "b.yaml"], ["a=sqlite:a.db"], ["sqlite:a.db", "memory:"]],
  ["an address with an equals sign", ["a.yaml"], ["postgres://h/d?schema=a"], ["postgres://h/d?schema=a"]],
  [
    "one for two",
    ["a.yaml", "b.yaml"],
    ["sqlite:a.db"],
    /^"a.yaml" and "b.yaml" cannot share the store "sqlite:a.db"\. Give each/u,
  ],
  [
    "one for two, with a password",
    ["a.yaml", "b.yaml"],
    ["postgres://me:secret@host/db"],
    /cannot share the store "postgres:\/\/…@host\/db"/u,
  ],
  [
    "two for one",
    ["a.yaml"],
    ["sqlite:a.db", "sqlite:b.db"],
    /^--store is given twice, as "sqlite:a.db" and "sqlite:b.db"\./u,
  ],
  [
    "a name of no file",
    ["a.yaml"],
    ["c=sqlite:a.db"],
    /^--store names "c", and no definition file has this name: "a"\.$/u,
  ],
])("%s", (_, files, given, expected) => {
  const read = readStores(files, given);
  if (expected instanceof RegExp) expect(read).toMatch(expected);
  else expect(read).toEqual(expected);
});
