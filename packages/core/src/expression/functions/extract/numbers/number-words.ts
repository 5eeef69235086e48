/** An English word that is part of a number. */
export interface NumberWord {
  readonly kind: "digit" | "teen" | "ten" | "hundred" | "scale";
  readonly value: number;
}

const DIGITS = "zero one two three four five six seven eight nine".split(" ");

const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");

const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

const SCALES = [
  ["dozen", 12],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
] as const;

const WORDS = new Map<string, NumberWord>([
  ...DIGITS.map((word, index) => [word, { kind: "digit", value: index }] as const),
  ...TEENS.map((word, index) => [word, { kind: "teen", value: index + 10 }] as const),
  ...TENS.map((word, index) => [word, { kind: "ten", value: (index + 2) * 10 }] as const),
  ["hundred", { kind: "hundred", value: 100 }],
  ...SCALES.map(([word, value]) => [word, { kind: "scale", value }] as const),
]);

/** What a word is worth in a number, in any case; undefined when it is no part of one. */
export function numberWord(word: string): NumberWord | undefined {
  return word.length > LONGEST_WORD ? undefined : WORDS.get(word.toLowerCase());
}

const LONGEST_WORD = 9;
