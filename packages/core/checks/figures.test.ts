/** Figures of speed and size in pages are those that `npm run bench -- --write` and `npm run measure-published` wrote. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { figuresOf, readFigures, withFigures } from "@tablewright/tooling/write-figures";
import { expect, test } from "vitest";
import { pathsAt, rootPath } from "./source-files.ts";

/** Decisions name figures of their day. */
const pages = pathsAt("{README.md,docs/*.md,packages/*/README.md,packages/core/*/README.md}").map((path) => ({
  path,
  text: readFileSync(resolve(rootPath, path), "utf8"),
}));
const figures = readFigures();

/** After new figures: `npm test -- figures -u`. */
test.each(pages.filter(({ text }) => /<!--[a-z]+: /u.test(text)))(
  "$path has the figures of docs/figures.json",
  async ({ path, text }) => {
    const written = withFigures(text, figures);
    expect(written).not.toContain("-->?");
    await expect(written).toMatchFileSnapshot(resolve(rootPath, path));
  },
);

test("sizes in pages, and ratios about performance, name the figure that they quote", () => {
  const quoted = /<!--[^>]+-->[\d.,]+ (?:kB|×)/gu;
  const targets = /[≤≥] [\d.]+ (?:kB|×)/gu;
  const found = pages.flatMap(({ path, text }) => {
    const free = text
      .replaceAll(quoted, "")
      .replaceAll(targets, "")
      .replaceAll(/```[\s\S]*?```/gu, "");
    const unit = path === "docs/performance.md" ? /[\d.]+ (?:kB|×)(?! \d)/gu : /[\d.]+ kB (?:min|gz)/gu;
    return (free.match(unit) ?? []).map((figure) => `${path}: ${figure}`);
  });
  expect(found, "Write <!--part: name--> before it; docs/figures.json has the names.").toEqual([]);
});

test("figures are read from the tables of a report", () => {
  const report = [
    "| what | measured | target | ours |",
    "| --- | --- | --- | --- |",
    "| one | 2.50 × | ≤ 3 × | 0.4 µs |",
    "| · a part | 15753 × | | |",
    "| none | not measured | ≤ 3 × | |",
    "",
    "| peers | mean | conditions |",
    "| --- | --- | --- |",
    "| one | 7 × | 5 of 5 |",
    "",
    "| what | measured | reference |",
    "| --- | --- | --- |",
    "| two | 7 ms | 8 ms |",
  ].join("\n");
  expect(figuresOf(report)).toEqual({
    one: "2.50 ×",
    "one: ours": "0.4 µs",
    "one · a part": "15,753 ×",
    "peers: one": "7 ×",
  });
});
