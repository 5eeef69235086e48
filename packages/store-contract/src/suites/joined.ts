import fc from "fast-check";

/** A source with random parts in it: joined`(${number} + ${number})`. */
export function joined(
  texts: TemplateStringsArray,
  ...parts: readonly fc.Arbitrary<string>[]
): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((made) => String.raw({ raw: texts }, ...made));
}
