/** What `tablewright eval` prints. */
import { expect, test } from "vitest";
import { capture } from "./capture.ts";

test.each<[string, string[], string]>([
  ["a number", ["1 + 2"], "3 (Number)"],
  ["exact decimals", ["0.1 + 0.2"], "0.3 (Decimal)"],
  ["a text", ['"har" & "bour"'], '"harbour" (Text)'],
  ["a pattern", ['REGEXMATCH("AB-12", "[A-Z]+-[0-9]+")'], "true (Yes/No)"],
  ["a list", ['LIST("a", "b")'], '["a","b"] (List of Text)'],
  ["a whole number of the row", ["[n] / 2", "--row", '{"n": 5}'], "2 (Number)"],
  ["a fraction of the row", ["[n] / 2", "--row", '{"n": 2.5}'], "1.25 (Decimal)"],
  ["a boolean of the row", ["NOT([b])", "--row", '{"b": true}'], "false (Yes/No)"],
  ["a date of the row", ["[d] + 1", "--row", '{"d": "2024-02-28"}'], '"2024-02-29" (Date)'],
  ["a list of the row", ["COUNT([l])", "--row", '{"l": [1, 2]}'], "2 (Number)"],
  ["a field of an object", ["[c].[tier]", "--row", '{"c": {"tier": "gold"}}'], '"gold" (Text)'],
  [
    "a list of objects",
    [
      "SUM(MAP([lines], [price] * [quantity]))",
      "--row",
      '{"lines": [{"price": 2, "quantity": 3}, {"price": 0.5, "quantity": 1}]}',
    ],
    "6.5 (Decimal)",
  ],
  [
    "objects within objects, of which some lack a field",
    [
      "COUNT(FILTER([o].[lines], ISBLANK([sku])))",
      "--row",
      '{"o": {"lines": [{"sku": "a"}, {}, {"sku": null}]}}',
    ],
    "2 (Number)",
  ],
  ["a list of lists", ["COUNT([m])", "--row", '{"m": [[1, 2], [3]]}'], "2 (Number)"],
  ["a blank of the row", ["ISBLANK([x])", "--row", '{"x": null}'], "true (Yes/No)"],
  ["the clock", ["NOW()", "--now", "2026-03-01T09:30:00"], '"2026-03-01T09:30:00" (DateTime)'],
  ["a locale", ['[d] = "03/04/2026"', "--row", '{"d": "2026-04-03"}', "--locale", "en-GB"], "true (Yes/No)"],
])("%s", async (_, input, line) => {
  const { code, out, err } = await capture("eval", ...input);
  expect([out, err, code]).toEqual([`${line}\n`, "", 0]);
});

test.each(["german", "zz-ZZ", ""])("a locale that there is not: %j", async (locale) => {
  const { code, out, err } = await capture("eval", '"3/4/2026" + 1', "--locale", locale);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`'${locale}' is invalid. It is not a locale such as de-DE.`);
});

test("without --now the clock of this machine counts, in the time zone asked for", async () => {
  const { out } = await capture("eval", "NOW()", "--timezone", "Asia/Tokyo");
  const shown = Date.parse(`${JSON.parse(out.replace(" (DateTime)", ""))}+09:00`);
  expect(Math.abs(Date.now() - shown)).toBeLessThan(60_000);
});

test.each(["9007199254740993", "9007199254740990.9", "1e400"])(
  "a number of the row that is not kept exactly: %s",
  async (number) => {
    const { code, out, err } = await capture("eval", "[n]", "--row", `{"n": ${number}}`);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(`The number ${number} is beyond what is kept exactly: 15 significant digits`);
  },
);

test("an error: an excerpt with carets on the error output, exit code 1", async () => {
  const { code, out, err } = await capture("eval", "1 + [Prise]", "--row", '{"Price": 1}');
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(
    /^error: .*\(name\/unknown-column\)\n {2}1 \+ \[Prise\]\n {6}\^+\nhint: Did you mean "Price"\?\n$/u,
  );
});

test("a column without a row: the hint names --row", async () => {
  const { code, err } = await capture("eval", "[Price] * 2");
  expect(code).toBe(1);
  expect(err).toMatch(/\nhint: Give the row with --row, such as --row '\{"Price": 12\.5\}'\.\n$/u);
});

test("an error that shows only in the running", async () => {
  const { code, out, err } = await capture("eval", "9007199254740991 + 1");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("(run/overflow)");
});

test("as JSON", async () => {
  const good = await capture("eval", "1 + 2", "--json");
  expect(JSON.parse(good.out)).toEqual({ ok: true, value: 3, type: "Number", diagnostics: [] });
  const bad = await capture("eval", "1 +", "--json");
  expect(JSON.parse(bad.out)).toMatchObject({
    ok: false,
    type: "",
    diagnostics: [{ code: "syntax/cut-off" }],
  });
  expect([bad.code, bad.err]).toEqual([1, ""]);
});
