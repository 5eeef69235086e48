import { type ILexerConfig, type IToken, Lexer } from "chevrotain";
import { HoleEnd, modes } from "./tokens.ts";
import { withTableNames } from "./words.ts";

/**
 * Cuts a source into tokens from left to right, in linear time. Bad sources have tokens, too: what cannot be read is
 * a token that says so. `tableNames` are the names a table column may begin with, longest first.
 */
export function tokenise(source: string, tableNames: readonly string[] = []): IToken[] {
  expressionLexer ??= new Lexer(
    { modes: { value: [...modes.value], operator: [...modes.operator] }, defaultMode: "value" },
    options,
  );
  return run(expressionLexer, source, tableNames);
}

/** Where in a template, from the beginning of a hole on, the `>>` stands that is not within a token; -1 without one. */
export function findHoleEnd(source: string, tableNames: readonly string[]): number {
  holeLexer ??= new Lexer(
    {
      modes: { value: [HoleEnd, ...modes.value], operator: [HoleEnd, ...modes.operator], end: [] },
      defaultMode: "value",
    },
    options,
  );
  const last = run(holeLexer, source, tableNames).at(-1);
  return last?.tokenType === HoleEnd ? last.startOffset : -1;
}

/** Built at the first use: analysing the patterns takes longer than loading them. */
let expressionLexer: Lexer | undefined;
let holeLexer: Lexer | undefined;

/** A lexer stops where its mode has no kind for a character, which is only after the end of a hole. */
const options: ILexerConfig = {
  positionTracking: "onlyOffset",
  recoveryEnabled: false,
  ensureOptimizations: true,
  skipValidations: true,
};

function run(lexer: Lexer, source: string, tableNames: readonly string[]): IToken[] {
  return withTableNames(tableNames, () => lexer.tokenize(source).tokens);
}
