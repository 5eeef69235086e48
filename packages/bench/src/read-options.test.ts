import { expect, test } from "vitest";
import { readBenchOptions } from "./read-options.ts";

test.each<[string, object]>([
  ["", { peers: "all", servicePeers: "all", rows: 100_000 }],
  ["--no-peers", { peers: [], servicePeers: [] }],
  ["--quick --write", { peers: [], servicePeers: [], rounds: 1, isWritten: false }],
  ["--write", { isWritten: true }],
  ["--only language --peers subscript,jexl", { suites: ["language"], peers: ["subscript", "jexl"] }],
  ["--service sqlite", { service: ["sqlite"], servicePeers: [] }],
])("bench %s", (line, options) => {
  expect(readBenchOptions(line.split(" ").filter(Boolean))).toMatchObject(options);
});

test("an option that does not exist", () => {
  expect(() => readBenchOptions(["--no-rows"])).toThrow(TypeError);
});
