/** An answer that is sent while it is being made. */
import { expect, test } from "vitest";
import { inPieces } from "../src/answers/in-pieces.ts";

test.each<[string, string, readonly string[], string, readonly string[]]>([
  ["something around them", '{"Rows":', ["[1,", "2,", "3]"], "}", ['{"Rows":[1,', "2,", "3]", "}"]],
  ["nothing around them", "", ["[1,", "2]"], "", ["[1,", "2]"]],
  ["one piece", "a", ["b"], "c", ["ab", "c"]],
])("%s", async (_, before, texts, after, expected) => {
  const pieces = inPieces(
    before,
    texts.map((text) => Buffer.from(text)),
    after,
  );
  const received: string[] = [];
  for await (const piece of pieces) received.push(Buffer.from(piece).toString());
  expect(received).toEqual(expected);
});

test("a piece is made when it is asked for, and others have their turn before", async () => {
  let made = 0;
  let turns = 0;
  const turn = () => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  function* make() {
    for (; made < 50; made++) yield Buffer.from("x");
  }
  let taken = 0;
  for await (const _ of inPieces("", make(), "")) {
    expect(made).toBe(taken);
    expect(turns).toBeGreaterThanOrEqual(taken);
    taken++;
  }
  clearImmediate(next);
  expect(taken).toBe(50);
});
