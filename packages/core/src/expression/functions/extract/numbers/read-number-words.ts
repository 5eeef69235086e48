import { matchAt } from "../match-at.ts";
import { type NumberWord, numberWord } from "./number-words.ts";

/** A number that was read, and where the text goes on behind it. */
export interface ReadNumber {
  readonly value: number;
  readonly end: number;
}

/** The number that the English words from `start` on name, as far as they belong together; undefined when they name none. */
export function readNumberWords(text: string, start: number): ReadNumber | undefined {
  const half = matchAt(HALF, text, start);
  if (half !== undefined) return { value: 0.5, end: start + half[0].length };
  const sum = new Sum();
  let at = start;
  const article = matchAt(ARTICLE, text, start);
  if (article !== undefined) {
    sum.add({ kind: "digit", value: 1 });
    at += article[0].length;
  }
  let end = start;
  for (
    let next = matchAt(article === undefined ? FIRST : NEXT, text, at);
    next;
    next = matchAt(NEXT, text, at)
  ) {
    const word = numberWord(next[2] ?? "");
    if (word === undefined || !sum.accepts(word, Boolean(next[1]))) break;
    sum.add(word);
    at += next[0].length;
    end = at;
  }
  return end === start ? undefined : { value: sum.total, end };
}

const HALF = /half\san?(?!\p{L})/iuy;
const ARTICLE = /an?(?=\s)/iuy;
const FIRST = /()(\p{L}+)/uy;
const NEXT = /[\s-](and[\s-])?(\p{L}+)/iuy;

/** A number that grows by one word after the other. */
class Sum {
  #finished = 0;
  #group = 0;
  #last: NumberWord["kind"] | undefined;
  #scale = Number.POSITIVE_INFINITY;

  /** Whether the word goes on with the number: "twenty" "one" is one number, "one" "two" are two. */
  accepts({ kind, value }: NumberWord, isAfterAnd: boolean): boolean {
    const last = this.#last;
    const isOpen = last === "hundred" || last === "scale";
    if (isAfterAnd && (!isOpen || kind === "hundred" || kind === "scale")) return false;
    if (kind === "digit") return last === undefined || isOpen || (last === "ten" && value > 0);
    if (kind === "teen" || kind === "ten") return last === undefined || isOpen;
    if (kind === "hundred") return last === "digit" || last === "teen";
    return last !== undefined && last !== "scale" && value < this.#scale;
  }

  add({ kind, value }: NumberWord): void {
    this.#last = kind;
    if (kind === "hundred") this.#group *= value;
    else if (kind !== "scale") this.#group += value;
    else {
      this.#finished += this.#group * value;
      this.#group = 0;
      this.#scale = value;
    }
  }

  get total(): number {
    return this.#finished + this.#group;
  }
}
