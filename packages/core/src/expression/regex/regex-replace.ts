import type { UnifyArguments } from "../check/check-call.ts";
import { defineFunction, withTask } from "../functions/define-function.ts";
import { EvaluationError } from "../runtime/evaluation-error.ts";
import { joinTexts } from "../runtime/meter.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import type { Task } from "../runtime/time-slice.ts";
import { chargeSearch, checkPattern, groupsIn, patternOf } from "./pattern.ts";

export const regexReplace = defineFunction("text", {
  signature: "REGEXREPLACE(text: Text, pattern: Text, replacement: Text): Text",
  summary: "A text in which every part that a regular expression matches is replaced.",
  details:
    "Patterns are as in REGEXMATCH. $1 to $9 are the groups, $0 is the match, $$ a dollar sign. A blank pattern changes nothing.",
  growsText: true,
  blanks: "accept",
  failsOn: [1, 2],
  uses: "budget",
  unifyArguments: checkReplacement,
  evaluate: withTask(replaceAll),
  examples: [
    ['REGEXREPLACE("a1b22c", "[0-9]+", "-")', "a-b-c"],
    ['REGEXREPLACE("Lee, Ann", "(\\w+), (\\w+)", "$2 $1")', "Ann Lee"],
    ['REGEXREPLACE("12 Harbour Street", "\\s", "")', "12HarbourStreet"],
  ],
});

/** Matches do not overlap. Each search is charged for the rest of the text, because it may read all of it. */
function* replaceAll(
  text: string | null,
  source: string | null,
  replacement: string | null,
  { meter }: RequestContext,
): Task<string | null> {
  if (text === null || source === null) return text;
  const pattern = patternOf(source, meter);
  const parts = partsOf(replacement ?? "");
  const matcher = pattern.regex.matcher(text);
  const reason = missingGroup(parts, matcher.groupCount());
  if (reason !== undefined) throw new EvaluationError("run/pattern", { pattern: source, reason });
  const pieces: (string | null)[] = [];
  let end = 0;
  chargeSearch(pattern, text.length, meter);
  while (matcher.find()) {
    pieces.push(text.slice(end, matcher.start()));
    for (const part of parts) pieces.push(typeof part === "number" ? matcher.group(part) : part);
    end = matcher.end();
    chargeSearch(pattern, text.length - end, meter);
    if (meter.isPauseDue) yield;
  }
  pieces.push(text.slice(end));
  return joinTexts(pieces, "", meter) || null;
}

/** A constant replacement names groups that a constant pattern has. */
function checkReplacement(...[state, parts, call]: Parameters<UnifyArguments>): ReturnType<UnifyArguments> {
  const [, pattern, replacement] = parts;
  const checked = checkPattern(state, parts, call);
  if (checked === undefined || pattern?.op !== "constant" || replacement?.op !== "constant") return checked;
  const source = pattern.literal ?? "";
  const reason = missingGroup(partsOf(replacement.literal ?? ""), groupsIn(source));
  return reason === undefined
    ? checked
    : state.report("call/pattern", { pattern: source, reason }, replacement);
}

function missingGroup(parts: readonly (string | number)[], count: number): string | undefined {
  const missing = parts.find((part) => typeof part === "number" && part > count);
  return missing === undefined ? undefined : `it has no group ${missing}`;
}

/** A replacement as texts and the numbers of groups. */
function partsOf(replacement: string): readonly (string | number)[] {
  return replacement
    .split(/(\$[0-9$])/)
    .map((part) => (part === "$$" ? "$" : /^\$[0-9]$/.test(part) ? Number(part.slice(1)) : part));
}
