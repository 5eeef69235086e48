import { expect, test } from "vitest";
import { foldText, lookAlikeIn } from "./text.ts";

test.each([
  ["kim@example.com", undefined],
  ["KIM@EXAMPLE.COM", undefined],
  ["östen@exämple.com", undefined],
  ["ſara@example.com", undefined],
  ["", undefined],
  ["\u212Aim@example.com", { character: "\u212A", letter: "k" }],
  ["k\u0130m@example.com", { character: "\u0130", letter: "i" }],
])("in %j", (text, found) => expect(lookAlikeIn(text)).toEqual(found));

test("no other character of Unicode is compared as a letter of ASCII", () => {
  const letters = new Set(Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at)));
  const others = Array.from({ length: 0x10ffff - 0x7f }, (_, at) => String.fromCodePoint(0x80 + at));
  const compared = others.filter((character) => letters.has(foldText(character)));
  expect(compared.filter((character) => lookAlikeIn(character) === undefined)).toEqual([]);
  expect(compared).toEqual(["\u212A"]);
});
