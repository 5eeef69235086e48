/** Everything that must hold of any definition, one line each, in the order in which it is reported. */
import { foundAfterAdd } from "./found-after-add.ts";
import { hiddenRows } from "./hidden-rows.ts";
import type { Law } from "./law.ts";
import { refusedCalls } from "./refused-calls.ts";
import { rowsSentBack } from "./rows-sent-back.ts";
import { ruleLoops } from "./rule-loops.ts";

export const laws: readonly Law[] = [refusedCalls, foundAfterAdd, rowsSentBack, hiddenRows, ruleLoops];
