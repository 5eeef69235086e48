import type { DerivedResult } from "../check/function-definition.ts";
import { checkWord, defineFunction, withTask } from "../functions/define-function.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { listOf, scalar } from "../tree/type.ts";
import { type Extraction, extractAll } from "./define-extraction.ts";
import { choice } from "./extract-choice.ts";
import { extractDateTimes } from "./extract-date-times.ts";
import { extractDates } from "./extract-dates.ts";
import { extractDomains } from "./extract-domains.ts";
import { extractDurations } from "./extract-durations.ts";
import { extractEmails } from "./extract-emails.ts";
import { extractHashtags } from "./extract-hashtags.ts";
import { extractMentions } from "./extract-mentions.ts";
import { extractNumbers } from "./extract-numbers.ts";
import { extractPhoneNumbers } from "./extract-phone-numbers.ts";
import { extractPrices } from "./extract-prices.ts";
import { extractTimes } from "./extract-times.ts";

const LISTS = [
  extractDates,
  extractDateTimes,
  extractDomains,
  extractDurations,
  extractEmails,
  extractHashtags,
  extractMentions,
  extractNumbers,
  extractPhoneNumbers,
  extractPrices,
  extractTimes,
];

/** By the names of their functions, without EXTRACT. */
const KINDS: Readonly<Record<string, Extraction>> = {
  CHOICE: choice,
  ...Object.fromEntries(LISTS.map(({ name, extraction }) => [name.slice("EXTRACT".length), extraction])),
};

const listOfKind: DerivedResult = {
  name: "a list of what is extracted",
  of: ([kind]) => {
    const { item } = extractionOf(kind?.op === "constant" ? String(kind.value) : "");
    return listOf(scalar(item));
  },
};

export const extract = defineFunction("extract", {
  signature: "EXTRACT(kind: Name, text: Text)",
  about: { kind: { words: Object.keys(KINDS), description: `One of ${Object.keys(KINDS).join(", ")}.` } },
  summary: "What a text holds of one kind, such as its dates or its e-mail addresses, as a list.",
  details:
    'EXTRACT("DATES", [Text]) is EXTRACTDATES([Text]), and so on; the kind is a constant. CHOICE gives a list of at most one Yes/No value.',
  result: listOfKind,
  blanks: "accept",
  uses: "request",
  unifyArguments: checkWord("EXTRACT", 0, "kind", Object.keys(KINDS)),
  evaluate: withTask((kind: string | null, text: string | null, context: RequestContext) =>
    extractAll(extractionOf(kind ?? ""), text, context),
  ),
  examples: [
    ['EXTRACT("HASHTAGS", "go #team and #Blue-Sky now")', ["#team", "#Blue-Sky"]],
    ['EXTRACT("PRICES", "a milk for 99 cents")', [0.99]],
    ['EXTRACT("CHOICE", "well, no")', [false]],
  ],
});

function extractionOf(kind: string): Extraction {
  return KINDS[kind.toUpperCase()] ?? choice;
}
