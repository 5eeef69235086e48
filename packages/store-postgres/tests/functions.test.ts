/** The functions of the schema, beside those of the evaluator. */
import { nativeFunctions } from "@tablewright/store-sql";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyText } from "../../core/conformance/any-text.ts";
import { hostileDecimals, hostileTexts } from "../../core/conformance/hostile-cells.ts";
import { functionNames } from "../src/functions/schema-functions.ts";
import { postgresStore } from "../src/index.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

const names = functionNames(process.versions.unicode ?? "");
const count = Number(process.env.TABLEWRIGHT_EXPRESSIONS ?? 2_000);
const seed = 20_261_121;

const digits = fc
  .tuple(fc.maxSafeInteger(), fc.integer({ min: -22, max: 22 }))
  .map(([x, e]) => Number(`${x}e${e}`));
/** Halves of the last digit are what databases round in another way. */
const halves = fc
  .tuple(fc.integer({ min: 1, max: 2 ** 50 }), fc.integer({ min: 0, max: 40 }))
  .map(([x, power]) => (x * 10 + 5) / 2 ** power);
const cents = fc.integer({ min: -1e9, max: 1e9 }).map((one) => one / 100);
const double = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  digits,
  halves,
  cents,
  fc.constantFrom(...hostileDecimals, Number.MAX_VALUE, -Number.MAX_VALUE, 1e15 + 0.5, -1e15 - 0.5, 1.005),
);
const doubles = fc.sample(double, { numRuns: count, seed });
const others = fc.sample(double, { numRuns: count, seed: seed + 1 });
const places = fc.sample(fc.nat({ max: 25 }), { numRuns: count, seed });

const word = fc.oneof(
  fc.constantFrom(...hostileTexts, "Σ", "σ", "aΣ", "Σ.", "'", "ʰ", "ΐ", "ﬃ", "\u0345"),
  anyText({ maxLength: 3 }),
);
const letters = Array.from({ length: 0x3000 }, (_, at) => String.fromCodePoint(at + 1));
const texts = [
  ...letters.map((letter) => `a${letter}Σ${letter}`),
  ...fc.sample(
    fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join("")),
    { numRuns: count, seed },
  ),
].filter((text) => text !== "" && text.isWellFormed() && !text.includes("\0"));

describe.skipIf(server === "")("functions of PostgreSQL", () => {
  const { options, release } = temporarySchema();
  const client = new Client({ connectionString: server });

  beforeAll(async () => {
    await (await postgresStore(options)).close();
    await client.connect();
    await client.query(`set search_path to "${options.schema}"`);
  });

  afterAll(async () => {
    await client.end();
    await release();
  });

  async function answers(call: string, types: string, ...values: readonly (readonly unknown[])[]) {
    const holes = types.split(" ").map((type, at) => `$${at + 1}::${type}[]`);
    const text = `select ${call} from unnest(${holes.join(", ")}) with ordinality as given (${"xyz"
      .slice(0, holes.length + 1)
      .split("")
      .join(", ")}) order by ${"xyz"[holes.length]}`;
    const { rows } = await client.query({ text, values: values.map((one) => [...one]), rowMode: "array" });
    return rows.map(([answer]) => answer as string | number | null);
  }

  test.each<[string, (x: number, y: number, places: number) => number | null]>([
    [`${names.canonical}(x)`, (x) => nativeFunctions.canonical(x)],
    [`${names.plus}(x, y)`, (x, y) => nativeFunctions.plus(x, y)],
    [`${names.minus}(x, y)`, (x, y) => nativeFunctions.minus(x, y)],
    [`${names.times}(x, y)`, (x, y) => nativeFunctions.times(x, y)],
    [`${names.remainder}(x, y)`, (x, y) => nativeFunctions.remainder(x, y)],
    [`${names.over}(x, y)`, (x, y) => nativeFunctions.over(x, y)],
    [
      `(select ${names.double}(sum(${names.decimal}(one))) from (values (x), (y)) as two (one))`,
      (x, y) => nativeFunctions.sum([x, y]),
    ],
  ])("%s", async (call, meant) => {
    const read = await answers(`${call}::text`, "float8 float8", doubles, others);
    const numbers = read.map((one) => (one === null ? null : Number(one) + 0));
    expect(numbers).toEqual(doubles.map((x, at) => plus0(meant(x, others[at] as number, 0))));
  });

  test("rounding", async () => {
    const read = await answers(`${names.round}(x, y)`, "float8 bigint", doubles, places);
    expect(read.map((one) => Number(one) + 0)).toEqual(
      doubles.map((x, at) => plus0(nativeFunctions.round(x, places[at] as number))),
    );
  });

  test("the texts of numbers", async () => {
    const read = await answers(`${names.numberText}(x)`, "float8", doubles);
    expect(read).toEqual(doubles.map((x) => nativeFunctions.numberText(x)));
  });

  test("the case of texts", async () => {
    expect(await answers(`${names.fold}(x)`, "text", texts)).toEqual(texts.map(nativeFunctions.fold));
    expect(await answers(`${names.lower}(x)`, "text", texts)).toEqual(texts.map(nativeFunctions.lower));
    expect(await answers(`${names.upper}(x)`, "text", texts)).toEqual(texts.map(nativeFunctions.upper));
    expect(await client.query(`select ${names.fold}(null), ${names.upper}(null)`)).toMatchObject({
      rows: [{ [names.fold]: null, [names.upper]: null }],
    });
  });
});

function plus0(x: number | null): number | null {
  return x === null ? null : x + 0;
}
