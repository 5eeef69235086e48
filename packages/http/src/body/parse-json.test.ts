import type { TimeSlice } from "@tablewright/core";
import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

const LIMITS = { bodyNesting: 8, bodyMembers: 10_000, rowValues: 100_000 };

/** Long values are cut up from a few bytes on, so that short texts show it. */
const SIZES = [1, 4, 16, 1000];

const READABLE = [
  '{"__proto__":[1,2,3],"a":1}',
  '{"a":{"constructor":1}}',
  '[{"b":[1,2,3],"\\u005f_proto__":{"x":[1,2]}}]',
  "{}",
  "[]",
  "  [ ] ",
  "\uFEFF [1] ",
  '{"Action":"Add","Rows":[{"a":1,"b":[1,2,{"c":null}]},{"a":2},{}]}',
  '{"Calls":[{"Table":"T","Rows":[{"a":1,"b":[1,2]},{"a":2}]},{"rows":[],"Q":[1,[2]]},[1,2],3],"Rows":[1,2]}',
  '{"calls":{"a":[1,2,3]},"Calls":[[[1,2],[3]],{"a":{"b":[1,2]}}]}',
  '{"a":{"b":{"c":[[[1],[2,3]],[]],"d":"x"}},"e":[]}',
  '[[],[[]],[[],[1]],{"a":[]},"]",",",{"}":"{"}]',
  '{"with \\" quotes \\\\":["\\\\",{"é🚢":"日本, 本"}],"\\u0041":1}',
  '[ "a" ,\n [ 1 , 2 ] ,\r\n\t[ ] , { "x" : [ true , false ] , "y" : null } , -1.5e3 ]',
  '"text"',
  "12",
  '{"1":[1,2,3],"0":{"b":1,"a":2},"":[""]}',
];

test.each(READABLE)("%s is read as in one piece", async (text) => {
  const bytes = Buffer.from(text);
  const whole = await parseJson(bytes, LIMITS, endless);
  expect(whole.diagnostics).toEqual([]);
  for (const size of SIZES) {
    const read = await parseJson(bytes, LIMITS, endless, size);
    expect(JSON.stringify(read.output)).toBe(JSON.stringify(whole.output));
  }
});

test.each([
  "[1,]",
  "[,1]",
  "[ , [1,2,3]]",
  "[[1,2,3],]",
  "[[1,2,3] [4]]",
  "[1 [2,3,4]]",
  "[[1,2,3] 4]",
  '{"a":1[2,3,4]}',
  '{"a":-[2,3,4]}',
  '{"a":[1,2,3] "b":2}',
  '{"a" [1,2,3]}',
  "{[1,2,3]}",
  '{"a":1,}',
  '{"a":1,"b"}',
  '{"a":1,"b":}',
  "[1,2}",
  '{"a":1]',
  "[1,2]]",
  "[1,2],",
  "[1,2,3] 4",
  "4 [1,2,3]",
  "[1,2,3][4,5,6]",
  '["a',
  '["a\\',
  "[[[1,2,3]",
  "",
  "   ",
  '{"Calls":[{"Rows":[1,2,]}]}',
  '{"Calls":[{"Rows":[1 2 3]}]}',
  '{"Calls":[{"Rows":[1,2,3],"Rows":1}],"Calls":[null]}',
  "[[[[[[[[[1]]]]]]]]]",
])("%s is refused, however it is cut up", async (text) => {
  const bytes = Buffer.from(text);
  const [whole] = (await parseJson(bytes, LIMITS, endless)).diagnostics;
  for (const size of SIZES) {
    const read = await parseJson(bytes, LIMITS, endless, size);
    expect([read.output, read.diagnostics[0]?.code]).toEqual([undefined, whole?.code]);
  }
});

test("every text with a byte changed, left out or put in is read or refused as in one piece", async () => {
  const differing: string[] = [];
  for (const text of READABLE) {
    for (let at = 0; at < text.length; at++) {
      for (const sign of ["", ",", "]", "}", "[", "{", '"', ":", "1", " "]) {
        for (const rest of [text.slice(at), text.slice(at + 1)]) {
          const bytes = Buffer.from(text.slice(0, at) + sign + rest);
          const whole = JSON.stringify((await parseJson(bytes, LIMITS, endless)).output);
          for (const size of [1, 5]) {
            const read = await parseJson(bytes, LIMITS, endless, size);
            if (JSON.stringify(read.output) !== whole) differing.push(bytes.toString());
          }
        }
      }
    }
  }
  expect(differing).toEqual([]);
});

test.each([
  ['{\n "a": [1, 2, 3],\n "b": [1, 2 3]\n}', "at line 3, character 13"],
  ['["é🚢", [1, 2], 3 4]', "at line 1, character 19"],
  ['["é🚢", [1, 2] 3]', "at line 1, character 16"],
  ['{"é🚢": [1, 2], "Rows": [1, 2,\n 3 4]}', "at line 2, character 4"],
  ['{"Calls": [{"Rows": [1, 2]}, {"Rows": [1,\n 3 4]}]}', "at line 2, character 4"],
  ['{"Rows": [1, 2], "b" 3}', "at line 1, character 22"],
  ['{"Rows": [1, 2,]}', "at line 1, character 16"],
  ['{"a": [1, 2], "b"}', "at line 1, character 18"],
  ["[1, 2, [3, 4], ]", 'an unexpected "]"'],
])("%j: what is wrong is reported with its place in the whole", async (text, place) => {
  const read = await parseJson(Buffer.from(text), LIMITS, endless, 1);
  expect(read.diagnostics[0]?.message).toContain(place);
});

test("bytes that are not UTF-8 are refused", async () => {
  const read = await parseJson(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), LIMITS, endless, 1);
  expect(read.diagnostics[0]?.message).toContain("it is not UTF-8");
});

const LONG = { Rows: Array.from({ length: 30_000 }, (_, at) => ({ at, a: "x".repeat(20) })) };

test.each([
  ["rows", LONG],
  ["calls", { Calls: [{ Rows: [] }, LONG] }],
])("the %s of a long body are parsed in many stretches, each of a part of it", async (_, body) => {
  const text = JSON.stringify(body);
  let pauses = 0;
  const turn: TimeSlice = {
    isOver: true,
    pause: async () => {
      pauses++;
    },
  };
  const read = await parseJson(Buffer.from(text), LIMITS, turn);
  expect(JSON.stringify(read.output) === JSON.stringify(JSON.parse(text))).toBe(true);
  expect(pauses).toBeGreaterThanOrEqual(Math.floor(text.length / 32_768));
});

test.each([
  ["calls", `{"Calls":[${"[],".repeat(100_000)}[]]}`],
  ["a list in a row of a call", `{"Calls":[{"Rows":[{"a":[${"[],".repeat(100_000)}[]]}]}]}`],
  ["a list alone", `[${"[],".repeat(100_000)}[]]`],
  ["a list in a row", `{"Rows":[{"a":[${"[],".repeat(100_000)}[]]}]}`],
  ["objects in a row", `{"Rows":[{"a":[${'{"b":{}},'.repeat(60_000)}{}]}]}`],
])("%s that would take long to parse is refused before", async (_, text) => {
  const { diagnostics } = await parseJson(Buffer.from(text), LIMITS, endless);
  expect(diagnostics.map(({ code }) => code)).toEqual(["limit/row-values"]);
});

const endless: TimeSlice = { isOver: false, pause: async () => {} };
