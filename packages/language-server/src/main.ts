#!/usr/bin/env node
/** The language server on standard input and output: `tablewright-language-server --stdio`. */
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { serveConnection } from "./serve-connection.ts";

serveConnection(createConnection(ProposedFeatures.all, process.stdin, process.stdout));
