import { type IToken, Lexer } from "chevrotain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../conformance/any-text.ts";
import { parse } from "./parse.ts";
import { findPlaceholderEnd, modes, tokenise } from "./tokens.ts";

/** Each token as `kind image`. */
const read = (source: string, tableNames: readonly string[] = []) =>
  tokenise(source, tableNames).map(({ tokenType, image }) => `${tokenType.name} ${image}`);

test.each([
  ["-1 - -1", ["Sign -", "Number 1", "Operator -", "Sign -", "Number 1"]],
  ["= = 1", ["LeadingEquals =", "Operator =", "Number 1"]],
  ["Sum of (x)", ["FunctionName Sum of", "LeftParenthesis (", "RawText x", "Closer )"]],
  ["Order Details [ID].[x]", ["TableName Order Details", "Column [ID]", "Dot .", "Column [x]"]],
  ["true Trueish TRUE-ish", ["Boolean true", "RawText Trueish TRUE-ish"]],
  ["true[x] & truely[x]", ["Boolean true", "Column [x]", "Operator &", "TableName truely", "Column [x]"]],
  ["3XL & 3.5XL", ["RawText 3XL", "Operator &", "Number 3", "Dot .", "RawText 5XL"]],
  ["'it''s' \"\"\"\"", ["Text 'it''s'", 'Text """"']],
  [
    "@ ( _NOW ) @(x)",
    ["LegacyCall @ ( _NOW )", "BrokenLegacyCall @", "LeftParenthesis (", "RawText x", "Closer )"],
  ],
  ["1 ; [a > 'b", ["Number 1", "Semicolon ;", "UnclosedColumn [a > 'b"]],
  ["'a [b] ''", ["UnclosedText 'a [b] ''"]],
])("%s is cut", (source, tokens) => {
  expect(read(source)).toEqual(tokens);
});

test("the longest known table name before a bracket is one token, whatever it holds", () => {
  const names = ["A & B (all) AND C", "A & B", "true x", "A"];
  expect(read("a & b (all) and c[x]", names)).toEqual(["TableName a & b (all) and c", "Column [x]"]);
  expect(read("A & B [x]", names)).toEqual(["TableName A & B", "Column [x]"]);
  expect(read("A & B", names)).toEqual(["RawText A", "Operator &", "RawText B"]);
  expect(read("TRUE x[y]", names)).toEqual(["TableName TRUE x", "Column [y]"]);
  expect(read("A & B[x]")).toEqual(["RawText A", "Operator &", "TableName B", "Column [x]"]);
});

test("a hole ends between two tokens", () => {
  expect(findPlaceholderEnd("[a >> b] & '>>' > 1 >> c >>", [])).toBe(20);
  expect(findPlaceholderEnd("A >> B[c]>>", ["A >> B"])).toBe(9);
  expect(findPlaceholderEnd("'>>", [])).toBe(-1);
});

test("every character is in a token or blank, and no token is empty", () => {
  const piece = fc.oneof(
    anyText({ maxLength: 3 }),
    fc.constantFrom(
      "[",
      "]",
      '"',
      "'",
      "@(",
      "@(_x)",
      "(",
      ")",
      ".",
      "a b",
      "true",
      "A & B",
      "12",
      ">>",
      "\n",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const source = pieces.join("");
      let end = 0;
      for (const { startOffset, image } of tokenise(source, ["A & B", ""])) {
        expect(source.slice(end, startOffset).trim()).toBe("");
        expect(image).not.toBe("");
        end = startOffset + image.length;
        expect(source.slice(startOffset, end)).toBe(image);
      }
      expect(source.slice(end).trim()).toBe("");
    }),
  );
});

test("every UTF-16 unit is in a token or blank, whether a value is due or not", () => {
  const lost: number[] = [];
  for (let unit = 0; unit < 65_536; unit++) {
    const source = `(${String.fromCharCode(unit)}a[b]${String.fromCharCode(unit)}c`;
    const images = tokenise(source).map(({ image }) => image);
    if (images.join("").replaceAll(/\s/g, "") !== source.replaceAll(/\s/g, "")) lost.push(unit);
  }
  expect(lost).toEqual([]);
});

test("64 KiB of anything end in one answer", () => {
  const piece = fc.constantFrom(
    "[",
    "]",
    "(",
    "{",
    ")",
    '"',
    "'",
    "-",
    ".",
    "@(_",
    "a",
    " ",
    "true ",
    "a AND ",
    "1",
    "🚢",
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 3 }), (pieces) => {
      const { output, diagnostics } = parse(pieces.join("").repeat(65_536).slice(0, 65_536));
      expect(diagnostics.length > 0).toBe(output === undefined);
    }),
    { numRuns: 5 },
  );
});

test("Chevrotain finds nothing wrong with the kinds of tokens", () => {
  const definition = {
    modes: { value: [...modes.value], operator: [...modes.operator] },
    defaultMode: "value",
  };
  const { lexerDefinitionErrors } = new Lexer(definition, {
    positionTracking: "onlyOffset",
    ensureOptimizations: true,
    deferDefinitionErrorsHandling: true,
  });
  expect(lexerDefinitionErrors).toEqual([]);
});

test("the kinds name every character that they can begin with", () => {
  const everyKind = new Lexer(
    { modes: { value: [...modes.value], operator: [...modes.operator] }, defaultMode: "value" },
    { positionTracking: "onlyOffset", skipValidations: true, safeMode: true },
  );
  const kindsOf = (tokens: readonly IToken[]) => tokens.map(({ tokenType, image }) => tokenType.name + image);
  const differing = Array.from({ length: 65_536 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => {
      const source = `${character}1 ${character}=`;
      return kindsOf(tokenise(source)).join() !== kindsOf(everyKind.tokenize(source).tokens).join();
    },
  );
  expect(differing).toEqual([]);
});
