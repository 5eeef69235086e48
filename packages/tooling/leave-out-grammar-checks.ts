import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/**
 * What is published does not check its own grammar at the first parse, nor carry the code and the messages for it: the
 * tests have checked it. The build ends with an error when Chevrotain's modules are no longer as these lines expect.
 */
export const leaveOutGrammarChecks: Plugin = {
  name: "leave-out-grammar-checks",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]chevrotain[\\/]lib[\\/]src[\\/]parse[\\/]grammar[\\/]checks\.js$/ }, () => ({
      contents: CHECKS.map((name) => `export const ${name} = () => [];`).join("\n"),
      loader: "js",
    }));
    onLoad({ filter: /[\\/]chevrotain[\\/]lib[\\/]src[\\/]parse[\\/]errors_public\.js$/ }, ({ path }) => ({
      contents: MESSAGES.reduce(withoutMembers, readFileSync(path, "utf8")),
      loader: "js",
    }));
  },
};

/** The functions that Chevrotain takes from its module of checks; each answers with the errors it finds. */
const CHECKS = [
  "validateAmbiguousAlternationAlternatives",
  "validateEmptyOrAlternative",
  "validateGrammar",
  "validateLookahead",
  "validateNoLeftRecursion",
  "validateRuleIsOverridden",
  "validateSomeNonEmptyLookaheadPath",
];

/** The objects whose methods word what those functions find. */
const MESSAGES = ["defaultGrammarResolverErrorProvider", "defaultGrammarValidatorErrorProvider"];

/** Exports an empty object by this name, and leaves out the one that was there. */
function withoutMembers(source: string, name: string): string {
  const declaration = `export const ${name} = {`;
  if (!source.includes(declaration)) throw new Error(`Chevrotain no longer has "${declaration}".`);
  return source.replace(declaration, `export const ${name} = {};\nconst unused_${name} = {`);
}
