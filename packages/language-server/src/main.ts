#!/usr/bin/env node
/** The language server on standard input and output: `tablewright-language-server --stdio`. */
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { serveConnection } from "./serve-connection.ts";

// An editor writes to a pipe. A person in a terminal would wait for an answer that never comes.
if (process.stdin.isTTY || process.argv.includes("--help")) {
  console.log(
    "Usage: tablewright-language-server --stdio\n\nAn editor starts it and speaks the language server protocol with it over standard input " +
      "and output.\nTo see the errors of a definition in a terminal: npx tablewright check app.yaml",
  );
} else serveConnection(createConnection(ProposedFeatures.all, process.stdin, process.stdout));
