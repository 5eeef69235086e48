/** Arrays as they are sent, read back by the database. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../../core/conformance/any-text.ts";
import { hostileDecimals, hostileTexts } from "../../core/conformance/hostile-cells.ts";
import { arrayParameter } from "../src/by-arrays.ts";
import { ask, server } from "./temporary-schema.ts";

const storable = (text: string) => text.isWellFormed() && !text.includes("\0");

describe.skipIf(server === "")("an array parameter", () => {
  test.each([
    ["text", ["plain", null, "", "NULL", "null", '{"a": ["\\\\", 1]}', "🚢 ä", "x".repeat(100_000)]],
    ["text", []],
    ["text", hostileTexts.filter(storable)],
    ["date", ["2026-03-14", null, "0001-01-01"]],
    ["jsonb", ['["a \\" b", "{c,d}", "\\\\"]', "[]", null]],
  ])("holds %s values as they are", async (type, values) => {
    expect(await read(type, values)).toEqual(values);
  });

  test("holds numbers as they are", async () => {
    const numbers = [0, -1, 2 ** 53 - 1, 1e-7, 5e-324, 1.7976931348623157e308, ...hostileDecimals, null];
    expect((await read("numeric", numbers)).map((one) => (one === null ? null : Number(one)))).toEqual(
      numbers.map((one) => (one === null ? null : one + 0)),
    );
  });

  test("holds whole numbers as they are", async () => {
    const whole = [0, -1, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, 1 - 2 ** 53];
    const [some = []] = fc.sample(fc.array(fc.maxSafeInteger(), { minLength: 1_000, maxLength: 1_000 }), 1);
    for (const numbers of [[], [null], [...whole, null, ...some]])
      expect(await read("bigint", numbers)).toEqual(
        numbers.map((one) => (one === null ? null : String(one))),
      );
  });

  test("holds any texts", async () => {
    const text = anyText({ maxLength: 5 }).filter(storable);
    const [texts = []] = fc.sample(
      fc.array(fc.option(text), { minLength: 1_000, maxLength: 1_000, size: "max" }),
      1,
    );
    expect(await read("text", texts)).toEqual(texts);
  });
});

/** The items of an array as PostgreSQL writes each of them. */
async function read(type: string, values: readonly (string | number | null)[]): Promise<(string | null)[]> {
  const rows = await ask(
    `select item::text from unnest($1::${type}[]) with ordinality as given (item, at) order by at`,
    [arrayParameter(values, type)],
  );
  return rows.map(({ item }) => item as string | null);
}
