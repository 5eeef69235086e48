import { defineFunction } from "../functions/define-function.ts";
import type { Extraction } from "./define-extraction.ts";

export const extractChoice = defineFunction("extract", {
  signature: "EXTRACTCHOICE(text: Text): Yes/No",
  summary: "Whether a text says yes or no.",
  details:
    "The first of the whole words yes, true, no and false counts, in any case. Blank without one. One value, not a list.",
  evaluate: choiceIn,
  examples: [
    ['EXTRACTCHOICE("I must conclude that yes, he is guilty.")', true],
    ['EXTRACTCHOICE("No, yes, no")', false],
    ['EXTRACTCHOICE("Not now, nobody knows")', null],
  ],
});

/** The choice as a list of one, or of none. */
export const choice: Extraction = {
  item: "Yes/No",
  find: (text) => [choiceIn(text)].filter((found) => found !== null),
};

const CHOICE = /(?<![\p{L}\p{M}\p{N}_])(?:(yes|true)|no|false)(?![\p{L}\p{M}\p{N}_])/iu;

function choiceIn(text: string): boolean | null {
  const match = CHOICE.exec(text);
  return match === null ? null : match[1] !== undefined;
}
