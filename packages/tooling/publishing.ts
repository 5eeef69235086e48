/** What the build does to sources beside bundling them. */

import { leaveOutDebugging } from "./leave-out-debugging.ts";
import { leaveOutGrammarChecks } from "./leave-out-grammar-checks.ts";
import { leaveOutPatternAnalysis } from "./leave-out-pattern-analysis.ts";
import { leaveOutRecovery } from "./leave-out-recovery.ts";
import { moveDocumentation } from "./move-documentation.ts";

export const publishing = [
  moveDocumentation,
  leaveOutGrammarChecks,
  leaveOutPatternAnalysis,
  leaveOutRecovery,
  leaveOutDebugging,
];
