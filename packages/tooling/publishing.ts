/** What the build does to sources beside bundling them. */
import { leaveOutGrammarChecks } from "./leave-out-grammar-checks.ts";
import { moveDocumentation } from "./move-documentation.ts";

export const publishing = [moveDocumentation, leaveOutGrammarChecks];
