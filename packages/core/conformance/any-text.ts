import fc from "fast-check";

/**
 * As `fc.string({ unit: "binary" })`, choice for choice: texts of any code points but surrogates. The library's own unit
 * keeps a map of all 1,112,064 of them.
 */
export function anyText(constraints: Omit<fc.StringConstraints, "unit"> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: codePoint });
}

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

const codePoint = fc.nat({ max: 0x10ffff - SURROGATES }).map(
  (position) => String.fromCodePoint(position < FIRST_SURROGATE ? position : position + SURROGATES),
  (text) => {
    const [character, ...others] = typeof text === "string" ? text : [];
    const code = character?.codePointAt(0);
    if (code === undefined || others.length > 0) throw new Error("One character is expected.");
    if (code < FIRST_SURROGATE) return code;
    if (code < FIRST_SURROGATE + SURROGATES) throw new Error("A whole character is expected.");
    return code - SURROGATES;
  },
);
