import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/**
 * What is published carries no messages for the authors of the libraries in it: chrono-node's notes on how it read a text, and
 * Chevrotain's warnings about grammars.
 */
export const leaveOutDebugging: Plugin = {
  name: "leave-out-debugging",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@chevrotain[\\/]utils[\\/]lib[\\/]src[\\/]print\.js$/ }, () => ({
      contents: "export const PRINT_ERROR = () => {}; export const PRINT_WARNING = () => {};",
      loader: "js",
    }));
    onLoad({ filter: /[\\/]chrono-node[\\/]dist[\\/]esm[\\/].+(?:Refiners?|Filter)\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll(NOTE, ""),
      loader: "js",
    }));
  },
};

/** A statement that notes something while debugging, and does nothing else. */
const NOTE = /^[ \t]*context\.debug\(\(\) => \{\s*console\.log\([^;]*\);\s*\}\);$/gm;
