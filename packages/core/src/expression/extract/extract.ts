import type { DerivedResult } from "../check/function-definition.ts";
import { checkWord, defineFunction, withTask } from "../functions/define-function.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { listOf, scalar } from "../tree/type.ts";
import { type Extraction, extractAll } from "./define-extraction.ts";
import { choice } from "./extract-choice.ts";
import { dateTimes } from "./extract-date-times.ts";
import { dates } from "./extract-dates.ts";
import { domains } from "./extract-domains.ts";
import { durations } from "./extract-durations.ts";
import { emails } from "./extract-emails.ts";
import { hashtags } from "./extract-hashtags.ts";
import { mentions } from "./extract-mentions.ts";
import { numbers } from "./extract-numbers.ts";
import { phoneNumbers } from "./extract-phone-numbers.ts";
import { prices } from "./extract-prices.ts";
import { times } from "./extract-times.ts";

const KINDS: Readonly<Record<string, Extraction>> = {
  CHOICE: choice,
  DATES: dates,
  DATETIMES: dateTimes,
  DOMAINS: domains,
  DURATIONS: durations,
  EMAILS: emails,
  HASHTAGS: hashtags,
  MENTIONS: mentions,
  NUMBERS: numbers,
  PHONENUMBERS: phoneNumbers,
  PRICES: prices,
  TIMES: times,
};

const listOfKind: DerivedResult = {
  name: "a list of what is extracted",
  of: ([kind]) => {
    const { item } = extractionOf(kind?.op === "constant" ? String(kind.value) : "");
    return listOf(scalar(item));
  },
};

export const extract = defineFunction({
  name: "EXTRACT",
  category: "extract",
  summary: "What a text holds of one kind, such as its dates or its e-mail addresses, as a list.",
  details:
    'EXTRACT("DATES", [Text]) is EXTRACTDATES([Text]), and so on; the kind is a constant. CHOICE gives a list of at most one Yes/No value.',
  parameters: [
    {
      name: "kind",
      type: "Name",
      words: Object.keys(KINDS),
      description: `One of ${Object.keys(KINDS).join(", ")}.`,
    },
    { name: "text", type: "Text" },
  ],
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
