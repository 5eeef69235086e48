import type { Task } from "../../runtime/time-slice.ts";
import { defineFunction, withTask } from "../define-function.ts";

export const initials = defineFunction("text", {
  signature: "INITIALS(text: Text): Text",
  summary: "The first character of every word of a text.",
  details: "Words are separated by white space, so punctuation may be among the characters. Case is kept.",
  evaluate: withTask(initialsOf),
  examples: [
    ['INITIALS("Ada King Lovelace")', "AKL"],
    ['INITIALS("ready-made shelf (oak)")', "rs("],
  ],
});

/** A megabyte of words of one letter takes a tenth of a second, so it pauses between pieces, which end before white space. */
function* initialsOf(text: string): Task<string | null> {
  let initials = "";
  for (let start = 0; start < text.length; ) {
    const length = text.slice(start + PIECE).search(/\s/u);
    const end = length === -1 ? text.length : start + PIECE + length;
    initials +=
      text
        .slice(start, end)
        .match(/(?<!\S)\S/gu)
        ?.join("") ?? "";
    start = end;
    if (start < text.length) yield;
  }
  return initials === "" ? null : initials;
}

const PIECE = 4_096;
