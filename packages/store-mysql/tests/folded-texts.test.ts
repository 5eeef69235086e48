/** Texts that differ in case alone are found as the evaluator finds them, whatever letters they have. */
import { foldText } from "@tablewright/core/compiler";
import { foldedPattern } from "@tablewright/store-sql";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexedPart, indexedPartInSql } from "../src/indexes.ts";
import { ask, server } from "./temporary-database.ts";

const letters: readonly string[] = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
  .map((point) => String.fromCodePoint(point));

/** Without NUL and surrogates. */
const FIRST_TWO_PLANES = 0x20000 - 2_049;

test("no letter but the dotted capital I folds to more than one, and none beyond two planes folds", () => {
  const folds = letters.filter((letter) => [...foldText(letter)].length !== 1);
  expect(folds).toEqual(["\u0130"]);
  expect(letters.slice(FIRST_TWO_PLANES).filter((letter) => foldText(letter) !== letter)).toEqual([]);
});

describe.skipIf(server === "")("on MariaDB", () => {
  test("what an index holds of a letter is what is looked up for it", async () => {
    const isSent = (letter: string) => foldText(letter) !== letter || indexedPart(letter) !== "";
    const others = letters.slice(0, FIRST_TWO_PLANES).filter((letter) => !isSent(letter));
    const texts = Array.from({ length: Math.ceil(others.length / 200) }, (_, at) =>
      others.slice(at * 200, (at + 1) * 200).join(""),
    );
    const sent = [...letters.filter(isSent), ...texts];
    const held: string[] = [];
    for (let start = 0; start < sent.length; start += 5_000) {
      const part = sent.slice(start, start + 5_000);
      const made = indexedPartInSql("one").replaceAll("one", "`one`");
      const sql =
        `with texts (one) as (values ${part.map(() => "(_utf8mb4 ? collate utf8mb4_nopad_bin)").join(", ")}) ` +
        `select ${made} as held from texts`;
      for (const row of await ask(sql, part)) held.push(String(row.held));
    }
    expect(sent.filter((letter, at) => held[at] !== indexedPart(letter))).toEqual([]);
  });

  test("a pattern finds what the folds say", async () => {
    const letter = fc.constantFrom(..."aAkK\u212aiI\u0130sSſßẞäÄåÅ\u212bωΩ\u2126дД漢🚢. -]^\\[&$\n\"'");
    const word = fc.string({ unit: letter, minLength: 1, maxLength: 3 });
    const place = fc.constantFrom("whole", "start", "end", "anywhere");
    const cases = fc.sample(fc.record({ word, place, text: fc.string({ unit: letter, maxLength: 6 }) }), {
      numRuns: 3_000,
      seed: 20260314,
    } as never);
    const expected = cases.flatMap(({ word, place, text }) => {
      const pattern = foldedPattern([word], place as "whole");
      return pattern === undefined ? [] : [{ word, place, text, pattern }];
    });
    expect(expected.length).toBeGreaterThan(2_000);
    const found: unknown[] = [];
    for (let start = 0; start < expected.length; start += 100) {
      const part = expected.slice(start, start + 100);
      const tests = part.map((_, at) => `(_utf8mb4 ? collate utf8mb4_nopad_bin) regexp ? as t${at}`);
      const [row] = await ask(
        `select ${tests.join(", ")}`,
        part.flatMap(({ text, pattern }) => [text, pattern]),
      );
      found.push(...Object.values(row ?? {}));
    }
    expect(expected.filter((one, at) => (found[at] === 1) !== hasFold(one))).toEqual([]);
  });
});

function hasFold({
  word,
  place,
  text,
}: {
  readonly word: string;
  readonly place: string;
  readonly text: string;
}): boolean {
  const [whole, part] = [foldText(text), foldText(word)];
  if (place === "whole") return whole === part;
  if (place === "start") return whole.startsWith(part);
  return place === "end" ? whole.endsWith(part) : whole.includes(part);
}
