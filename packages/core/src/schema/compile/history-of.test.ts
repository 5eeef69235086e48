import { expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

const DAY = 86_400_000;

function load(app: string, table: string) {
  const text = `tablewright: 1\napp: { id: a, name: A${app} }\ntables: { T: { key: [K]${table}, columns: { K: { type: Text } } } }`;
  return loadDefinition(text);
}

test.each<[app: string, table: string, keep: number | undefined, sensitive?: boolean]>([
  ["", "", undefined],
  [", history: {}", "", 30 * DAY],
  [", history: { keep: 12h }", "", DAY / 2],
  [", history: { keep: 8w }", ", history: true", 56 * DAY],
  [", history: { keep: 8w }", ", history: false", undefined],
  [", history: { keep: 8w, sensitive: true }", ", history: { keep: 2y }", 730 * DAY, true],
  [", history: { sensitive: true }", ", history: { sensitive: false }", 30 * DAY],
  ["", ", history: true", 30 * DAY],
])("app%s, table%s", (app, table, keep, sensitive = false) => {
  const { output, diagnostics } = load(app, table);
  expect(diagnostics).toEqual([]);
  expect(output?.tables.get("T")?.history).toEqual(keep === undefined ? undefined : { keep, sensitive });
});

test.each([
  ["30", 'Expected a time such as 12h, 30d, 8w or 2y, found "30".'],
  ["0d", 'Expected a time such as 12h, 30d, 8w or 2y, found "0d".'],
  ["10000h", 'Expected a time such as 12h, 30d, 8w or 2y, found "10000h".'],
  ["3m", 'Expected a time such as 12h, 30d, 8w or 2y, found "3m".'],
])("keep: %s", (keep, message) => {
  expect(load(`, history: { keep: "${keep}" }`, "").diagnostics.map((one) => one.message)).toEqual([message]);
});

test("the version is that of the text", () => {
  const [one, same, other] = ["", "", ", owner: a@example.com"].map((app) => load(app, "").output?.version);
  expect(one).toMatch(/^[\da-z]{21}$/);
  expect([same === one, other === one]).toEqual([true, false]);
});
