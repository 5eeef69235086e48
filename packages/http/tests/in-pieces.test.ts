/** An answer that is sent while it is being made. */
import type { TimeSlice } from "@tablewright/core";
import { expect, test } from "vitest";
import { inPieces } from "../src/answers/write-result.ts";

test.each<[string, string, readonly string[], string, readonly string[]]>([
  ["something around them", '{"Rows":', ["[1,", "2,", "3]"], "}", ['{"Rows":[1,', "2,", "3]", "}"]],
  ["nothing around them", "", ["[1,", "2]"], "", ["[1,", "2]"]],
  ["one piece", "a", ["b"], "c", ["ab", "c"]],
])("%s", async (_, before, texts, after, expected) => {
  const pieces = inPieces(
    before,
    texts.map((text) => Buffer.from(text)),
    after,
    ENDLESS,
  );
  const received: string[] = [];
  for await (const piece of pieces) received.push(Buffer.from(piece).toString());
  expect(received).toEqual(expected);
});

test("a piece is made when it is asked for, and others are served before the next when the turn is over", async () => {
  let made = 0;
  const pausedAfter: number[] = [];
  const turn: TimeSlice = {
    get isOver() {
      return made % 10 === 0;
    },
    pause: async () => void pausedAfter.push(made),
  };
  function* make() {
    for (; made < 50; ) {
      made++;
      yield Buffer.from("x");
    }
  }
  let taken = 0;
  for await (const _ of inPieces("", make(), "", turn)) expect(made).toBe(++taken);
  expect([taken, pausedAfter]).toEqual([50, [10, 20, 30, 40, 50]]);
});

const ENDLESS: TimeSlice = { isOver: false, pause: async () => {} };
