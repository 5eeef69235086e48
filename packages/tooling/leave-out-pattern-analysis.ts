import type { Plugin } from "esbuild";

/**
 * What is published carries no parser of regular expressions. Chevrotain would find out by it which characters a kind of
 * token can begin with; every kind of ours says so itself, which the lexer's tests hold against a lexer that tries all kinds.
 */
export const leaveOutPatternAnalysis: Plugin = {
  name: "leave-out-pattern-analysis",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@chevrotain[\\/]regexp-to-ast[\\/]lib[\\/]src[\\/]api\.js$/ }, () => ({
      contents: NO_PARSER,
      loader: "js",
    }));
  },
};

/** Chevrotain catches the error, and tries such a pattern at every character. */
const NO_PARSER = `
export class RegExpParser { pattern() { throw new Error("Patterns are not analysed."); } }
export class BaseRegExpVisitor {}
`;
