/** What JSON.parse would pass over or change in silence: members given twice, and numbers that no double holds. */

import { isHeldExactly } from "@tablewright/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonScan } from "../src/body/parse-json.ts";
import { defaultServiceLimits } from "../src/index.ts";
import { adapters } from "./adapters.ts";
import { call } from "./call.ts";
import { fakeEngine } from "./fake-engine.ts";

const rows = (...texts: readonly string[]) => `{"Action":"Add","Rows":[${texts.join(",")}]}`;
const nested = '{"Action":"Find","Properties":{"Params":{"a b":[0,{"x":1,"y":2,"x":3}]}}}';

describe.each(adapters)("%s", (_, serve) => {
  const engine = fakeEngine();
  const server = serve({ engines: [engine] });

  test.each<[string, string, string, string]>([
    [
      "Action",
      '{"Action":"Delete","Rows":[{"Order ID":1}],"Action":"Find"}',
      "request/duplicate-member",
      '"Action" is given twice in the body',
    ],
    [
      "Action with an escape",
      String.raw`{"Action":"Find","\u0041ction":"Delete"}`,
      "request/duplicate-member",
      '"Action"',
    ],
    ["Rows", '{"Action":"Add","Rows":[{"a":1}],"Rows":[]}', "request/duplicate-member", '"Rows"'],
    [
      "a property",
      '{"Action":"Find","Properties":{"Locale":"de-DE","Locale":"en-US"}}',
      "request/duplicate-member",
      "Properties",
    ],
    [
      "a member deep inside",
      nested,
      "request/duplicate-member",
      '"x" is given twice in Properties.Params["a b"][1]',
    ],
    [
      "a member that is not known",
      '{"Action":"Find","Extra":{"x":1,"x":1}}',
      "request/duplicate-member",
      "Extra",
    ],
    ["a column", rows('{"a":1}', '{"a":1,"b":2,"a":1}'), "column/twice", 'Row 2, column "a"'],
    ["a key", rows('{"Order ID":1,"Order ID":2}'), "column/twice", 'column "Order ID"'],
    ["a column with an escape", rows(String.raw`{"\u00e9":1,"é":2}`), "column/twice", 'column "é"'],
    [
      "a column that an earlier row has with the same escape",
      rows(String.raw`{"\u00e9":1,"b":2}`, String.raw`{"\u00e9":1,"é":2}`),
      "column/twice",
      'Row 2, column "é"',
    ],
    ["a blank name", rows('{"":1,"":2}'), "column/twice", "twice"],
    [
      "a member of a cell",
      rows("{}", "{}", "{}", '{"Site":{"Url":"a","Url":"b"}}'),
      "request/duplicate-member",
      '"Url" is given twice in Rows[3].Site',
    ],
  ])("%s twice", async (_, body, code, words) => {
    const before = engine.requests.length;
    const answer = await call(server, { body });
    expect([answer.status, answer.json.code]).toEqual([400, code]);
    expect(answer.json.detail).toContain(words);
    expect(engine.requests.length).toBe(before);
  });

  test("all of them are reported, up to twenty", async () => {
    const twice = (count: number) => rows(...Array.from({ length: count }, () => '{"a":1,"a":2}'));
    expect((await call(server, { body: twice(3) })).json.errors).toMatchObject([
      { row: 1, column: "a" },
      { row: 2, column: "a" },
      { row: 3, column: "a" },
    ]);
    expect((await call(server, { body: twice(30) })).json.errors.length).toBe(20);
  });

  test.each([
    "9007199254740990.9",
    "9007199254740993",
    "-9007199254740993",
    "1e400",
    "-1e400",
    "1e-400",
    "1".repeat(40),
  ])("%s cannot be held", async (number) => {
    for (const body of [
      rows("{}", `{"Hours":${number}}`),
      `{"Action":"Find","Properties":{"x":${number}}}`,
    ]) {
      const answer = await call(server, { body });
      expect([answer.status, answer.json.code]).toEqual([400, "limit/number"]);
      expect(answer.json.detail).toContain(`The number ${number} is beyond what is kept exactly`);
    }
    const { json } = await call(server, { body: rows("{}", `{"Hours":${number}}`) });
    expect(json.errors).toMatchObject([{ row: 2, column: "Hours" }]);
  });

  test.each([
    "1.10",
    "1e2",
    "0.1000",
    "-0",
    "0e5",
    "0.0",
    "123456789012345",
    "9007199254740991",
    "1E+22",
    "1.5e-300",
    "0.30000000000000004",
    "37.774929499999996",
    "0.10000000000000001",
    "1.0000000000000001e-7",
    "0.12345678901234567890123",
    "52.5200065999999949999999999",
  ])("%s can", async (number) => {
    expect((await call(server, { body: rows(`{"Hours":${number}}`) })).status).toBe(200);
    expect(engine.requests.at(-1)?.rows).toEqual([{ Hours: Number(number) }]);
  });

  test("of a long number or name not all is repeated", async () => {
    const number = await call(server, { body: rows(`{"a":${"7".repeat(100_000)}}`) });
    const name = await call(server, {
      body: rows(`{"${"n".repeat(100_000)}":1,"${"n".repeat(100_000)}":1}`),
    });
    expect([number.json.code, name.json.code]).toEqual(["limit/number", "column/twice"]);
    expect(number.text.length + name.text.length).toBeLessThan(4_000);
  });
});

describe("the scan", () => {
  const names = fc.constantFrom(
    "a",
    "b",
    "Action",
    'x"y',
    "é",
    "__proto__x",
    "",
    "🚢",
    "\\",
    "long name of a column",
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.array(fc.tuple(names, tie("value")), { maxLength: 5 }).map((members) => new Members(members)),
      fc
        .array(fc.tuple(names, fc.constant(1)), { minLength: 25, maxLength: 60 })
        .map((members) => new Members(members)),
    ),
  }));

  test("finds the names that are there twice, and no others, in one part or in many", () => {
    const property = fc.property(
      fc.array(value, { maxLength: 6 }),
      fc.nat(20),
      fc.boolean(),
      (all, part, isEscaped) => {
        const expected: string[] = [];
        const text = write(all, expected, isEscaped);
        expect(JSON.parse(text)).toBeDefined();
        const scan = new JsonScan(text, defaultServiceLimits);
        for (let until = part; !scan.advance(Math.min(until, text.length)); ) until += part + 1;
        const kinds = scan.errors.map(({ kind, text }) => `${kind} ${text}`);
        expect(kinds).toEqual(expected.slice(0, 20));
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  test("takes every double as it is written", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) =>
        isHeldExactly(String(number)),
      ),
    );
    const digits = fc.tuple(
      fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
      fc.integer({ min: -250, max: 250 }),
    );
    fc.assert(fc.property(digits, ([whole, exponent]) => isHeldExactly(`${whole}e${exponent}`)));
  });

  test("of a number one further than a double there is nothing else that would hold it", () => {
    const further = fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n });
    fc.assert(
      fc.property(further, (whole) => {
        if (BigInt(Number(whole)) !== whole && !/0{3}$/u.test(String(whole)))
          expect(isHeldExactly(String(whole))).toBe(
            String(whole) === Number(whole).toLocaleString("fullwide", { useGrouping: false }),
          );
      }),
    );
  });

  test.each([
    "",
    "}",
    "]]",
    ",",
    '"',
    '{"a',
    '{"a\\',
    '{"\\u00',
    "{,}",
    "[1,",
    '{"a":1,"a":2',
    "-",
    "1e",
    "{{{",
    "\u0000",
  ])("%j does not disturb it", (text) => {
    expect(new JsonScan(text, defaultServiceLimits).advance()).toBe(true);
  });
});

/** An object whose names may be there twice. */
class Members {
  readonly list: readonly (readonly [string, unknown])[];
  constructor(list: readonly (readonly [string, unknown])[]) {
    this.list = list;
  }
}

/** Writes JSON and notes the errors that are in it, in the order of the names. */
function write(value: unknown, mistakes: string[], isEscaped: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item) => write(item, mistakes, isEscaped)).join(", ")}]`;
  if (!(value instanceof Members)) return JSON.stringify(value);
  const seen = new Set<string>();
  const members = value.list.map(([name, item]) => {
    if (seen.has(name)) mistakes.push(`duplicate ${name}`);
    const written = isEscaped && seen.has(name) ? escaped(name) : JSON.stringify(name);
    seen.add(name);
    return `${written}: ${write(item, mistakes, isEscaped)}`;
  });
  return `{${members.join(",")}}`;
}

function escaped(name: string): string {
  const units = [...Array(name.length).keys()].map((at) => name.charCodeAt(at).toString(16).padStart(4, "0"));
  return `"${units.map((unit) => `\\u${unit}`).join("")}"`;
}
