/**
 * Everything that can be wrong with an expression and how it is said; `catalogue.ts` has the rest. They are two files so
 * that only the language does not load the sentences of the engine.
 * Over 400 lines because sentences are worded alike only where they are read side by side.
 */
import {
  didYouMean,
  type Hint,
  type Instead,
  inQuotes,
  type Limited,
  type Named,
  type Said,
  type Suggested,
  type Texts,
} from "./sentence.ts";

/** What to write, where the checker knows more than the sentence. */
export interface Hinted extends Instead {
  readonly hint?: string | undefined;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const expressionCatalogue = {
  // An expression's text
  "syntax/empty": () => "The expression is empty; a value, a column or a function is expected.",
  "syntax/unknown-character": ({ character }: { character: string }) => ({
    message: `The character "${character}" has no meaning here.`,
    hint: UNKNOWN_CHARACTER_HINTS[character] ?? "Remove it.",
  }),
  "syntax/missing-quote": ({ quote }: { quote: string }) => ({
    message: `The text that begins here has no closing ${quote}.`,
    hint: `Put ${quote} where the text ends. A ${quote} inside the text is written twice.`,
  }),
  "syntax/missing-bracket": ({ open, close }: { open: string; close: string }) => ({
    message: `The "${open}" that opens here has no matching "${close}".`,
    hint: `Add the missing "${close}".`,
  }),
  "syntax/unexpected-bracket": ({ actual, expected }: { actual: string; expected?: string | undefined }) => ({
    message:
      expected === undefined
        ? `The "${actual}" closes nothing.`
        : `Expected "${expected}" to close the bracket before it, found "${actual}".`,
    hint: expected === undefined ? `Remove it, or add what opens it.` : undefined,
  }),
  "syntax/infix-word": ({ word }: { word: string }) => ({
    message: `${word} cannot stand between two values: it is a function.`,
    hint: word === "NOT" ? "Write NOT(condition)." : `Write ${word}(first condition, second condition).`,
  }),
  "syntax/double-equals": () => ({
    message: `"==" is not an operator; equality is a single "=".`,
    hint: "Write =.",
  }),
  "syntax/operator-expected": ({ actual }: { actual: string }) => ({
    message: `An operator or a comma is missing before "${actual}".`,
    hint: 'Join texts with "&", multiply with "*", and separate arguments by ",".',
  }),
  "syntax/value-expected": ({ actual }: { actual: string }) => ({
    message: `A value is missing before "${actual}".`,
    hint: "Write a value there, such as [Column], and one operator between two values.",
  }),
  "syntax/empty-argument": ({ actual }: { actual: string }) => ({
    message: `A value is missing before "${actual}"; an argument cannot be left empty.`,
    hint: actual === "," ? `Write "" for a blank.` : `Write "" for a blank, or remove the comma before it.`,
  }),
  "syntax/cut-off": ({ after }: { after: string }) => ({
    message: `The expression ends after "${after}", where a value is expected.`,
    hint: `Write a value after it, or remove it.`,
  }),
  "syntax/dereference": ({ name }: { name: string }) => ({
    message: `After the dot a column in square brackets is expected, not "${name}".`,
    hint: pathHint(name.split(".")),
  }),
  "syntax/legacy-name": ({ name }: { name: string }) =>
    `"@(${name})" is not a known value; a name that begins with "_" is expected, such as @(_TODAY).`,
  "syntax/function-name-as-text": ({ name }: { name: string }) => ({
    message: `"${name}" is also the name of a function, so it cannot stand here without quotes.`,
    hint: `Write "${name}" in quotes.`,
  }),
  "syntax/raw-text": ({ text, hint }: Hinted & { text: string }) => ({
    severity: "warning" as const,
    message: `"${text}" is not in quotes and is taken as text.`,
    hint: hint ?? inQuotesHint(text),
  }),
  "syntax/bare-word": ({ text, hint }: Hinted & { text: string }) => ({
    message: `"${text}" is not in quotes, which this scope does not take for text.`,
    hint: hint ?? inQuotesHint(text),
  }),

  // Names in an expression
  "name/unknown-column": ({
    name,
    table,
    columnsAre = "column",
    suggestion,
    hint,
  }: Named & Hinted & { table?: string | undefined; columnsAre?: string | undefined }) => ({
    message:
      table === undefined
        ? `There is no ${columnsAre} "${name}" here.`
        : `Table "${table}" has no column "${name}".`,
    hint: hint ?? didYouMean(suggestion),
  }),
  "name/no-row-number": ({ table }: { table: string }) => ({
    message: `Table "${table}" has a source: its rows have no number.`,
    hint: "Use a column of the table, such as its key.",
  }),
  "name/unknown-table": ({ name, suggestion, hint }: Named & Hinted) => ({
    message: `There is no table or slice "${name}".`,
    hint: hint ?? didYouMean(suggestion),
  }),
  "name/unknown-function": ({ name, suggestion, hint }: Named & Hinted) => ({
    message: `There is no function "${name}".`,
    hint: hint ?? didYouMean(suggestion),
  }),
  "name/function-left-out": ({ name, entrance }: { name: string; entrance: string }) => ({
    message: `"${name}" is one of the functions of "${entrance}", which are not loaded here.`,
    hint: "Hand them in: compile(source, { functions }).",
  }),
  "name/bare-column": ({ name }: { name: string }) => ({
    message: `"${name}" is the name of a column and stands here without brackets or quotes.`,
    hint: `Write [${name}] for the column, or "${name}" in quotes for the text.`,
  }),
  "name/without-brackets": ({ name, hint }: Hinted & { name: string }) => ({
    message: `"${name}" stands here without brackets.`,
    hint,
  }),
  "name/own-column": ({ name, hint }: Hinted & { name: string }) => ({
    severity: "warning" as const,
    message: `"[${name}]" is compared with itself here: it is the column of the rows that LOOKUP searches.`,
    hint,
  }),
  "name/hides-column": ({ name }: { name: string }) => ({
    severity: "warning" as const,
    message: `"${name}" is also a column. Here it is the value that LET names; "[${name}]" is the column.`,
  }),
  "name/ambiguous": ({ name, candidates }: { name: string; candidates: readonly string[] }) => ({
    message: `"${name}" could be any of ${inQuotes(candidates)}.`,
    hint: "Write the name exactly as it is declared.",
  }),
  "name/no-row": ({ name }: { name: string }) => `"[${name}]" is a row, and there is no current row here.`,
  "name/no-this": () =>
    `"[_THIS]" is the value of the column that the expression belongs to, and there is none here.`,
  "name/no-key": () => ({
    message: "The current row has no key, so it cannot be used as a value.",
    hint: "Name a column: [_THISROW].[Column].",
  }),
  "name/no-such-scope": ({ name, depth }: { name: string; depth: number }) =>
    `"[${name}]" looks ${count(depth, "row")} outward, and there are not so many here.`,

  // Types
  "type/operator": ({ operator, left, right, hint }: Texts<"operator" | "left" | "right"> & Hint) => ({
    message: `"${operator}" cannot be used between ${left} and ${right}.`,
    hint,
  }),
  "type/compare": ({ left, right, hint }: { left: string; right: string; hint?: string | undefined }) => ({
    message: `${capital(left)} cannot be compared with ${right}.`,
    hint,
  }),
  "type/not-a-key": ({ text, table, parts }: { text: string; table: string; parts: readonly string[] }) => ({
    severity: "warning" as const,
    message: `"${text}" names no row of "${table}", whose key is ${inQuotes(parts)}, joined by ": ".`,
  }),
  "type/number-in-text": (_: object) => ({
    severity: "warning" as const,
    message:
      "This number becomes part of a text with a point, and is read from it as the Locale of the call writes numbers: 1.234 is 1234 in de-DE.",
    hint: "Compute with the number itself.",
  }),
  "type/not-a-choice": ({
    text,
    column,
    values,
    suggestion,
  }: Suggested & Texts<"text" | "column"> & { values: readonly string[] }) => ({
    severity: "warning" as const,
    message: `"${text}" is none of the values of "${column}": ${inQuotes(values.slice(0, 12))}${values.length > 12 ? ", …" : ""}.`,
    hint: didYouMean(suggestion),
  }),
  "type/json-item": ({ name, list }: { name: string; list: string }) => ({
    severity: "warning" as const,
    message: `[${name}] reads a member called "${name}"; no item of a list has this name.`,
    hint: `Declare the list, as in { type: Object, fields: { ${list}: List of Json } }: INDEX(…, ${Number(name) + 1}) then gives its item.`,
  }),
  "type/date-order": ({ text, locale, instead }: Hinted & { text: string; locale: string }) => ({
    severity: "warning" as const,
    message: `"${text}" is read with day and month in the order of the Locale ${locale}, which does not write dates so.`,
    hint: `Write ${instead}, if that is the date; this form has one order everywhere.`,
  }),
  "type/whole-percent": ({ number, instead }: Hinted & { number: number }) => ({
    severity: "warning" as const,
    message: `The number ${number} is ${number * 100} %.`,
    hint: `Write ${instead} for ${number} %.`,
  }),
  "type/sign": ({ operator, operand }: { operator: string; operand: string }) => ({
    message: `"${operator}" needs a number after it, not ${operand}.`,
    hint: "Write a number, or a column in brackets: [Column].",
  }),
  "type/argument": ({
    function: name,
    parameter,
    expected,
    actual,
    hint,
  }: Texts<"function" | "parameter" | "expected" | "actual"> & Hint) => ({
    message: `${name} wants ${expected} for its argument "${parameter}", not ${actual}.`,
    hint,
  }),
  "type/mixed": ({ where, first, other }: { where: string; first: string; other: string }) => ({
    message: `${where} must all be of one type, but one is ${first} and another is ${other}.`,
    hint: "Wrap both in TEXT() if text is meant.",
  }),
  "type/not-a-ref": ({ what, type, hint }: Hinted & { what: string; type: string }) => ({
    message: `${capital(what)} is ${type}; only a Ref, an object, or a list of them has columns.`,
    hint,
  }),
  "type/select-source": ({ function: name, hint }: Hinted & { function: string }) => ({
    message: `${name} wants a column of a table as its first argument, such as Orders[Order ID].`,
    hint: hint ?? "Write FILTER(rows, condition) for rows.",
  }),
  "type/rows-expected": ({ function: name, actual }: { function: string; actual: string }) => ({
    message: `${name} wants a list of rows, not ${actual}.`,
    hint: "Use FILTER, SELECT of the key column, a list of Refs, or a list of objects.",
  }),
  "type/constant-sort-key": ({ name, hint }: Hinted & { name: string }) => ({
    severity: "warning" as const,
    message: `ORDERBY sorts by ${name === "" ? "a value" : `the text "${name}"`} that is the same for every row.`,
    hint: hint ?? "Name a column in brackets: [Column].",
  }),
  "type/result": ({ expected, actual, hint }: Texts<"expected" | "actual"> & Hint) => ({
    message: `The expression gives ${actual}, and ${expected} is expected here.`,
    hint,
  }),
  "type/mixed-list": ({ first, other }: { first: string; other: string }) => ({
    message: `The items of a list must be of one type, but the first is ${first} and another is ${other}.`,
    hint: "Wrap each in TEXT() if texts are meant.",
  }),

  // Calls
  "call/too-few-arguments": ({
    function: name,
    syntax,
    actual,
  }: Texts<"function" | "syntax"> & { actual: number }) => ({
    message: `${name} has ${count(actual, "argument")}, which is too few.`,
    hint: `It is written ${syntax}.`,
  }),
  "call/too-many-arguments": ({
    function: name,
    syntax,
    actual,
    hint,
  }: Texts<"function" | "syntax"> & Hint & { actual: number }) => ({
    message: `${name} has ${count(actual, "argument")}, which is too many.`,
    hint: hint ?? `It is written ${syntax}.`,
  }),
  "call/unpaired-arguments": ({ function: name, syntax }: { function: string; syntax: string }) => ({
    message: `The arguments of ${name} do not pair up.`,
    hint: `It is written ${syntax}.`,
  }),
  "call/constant-expected": ({ function: name, parameter }: { function: string; parameter: string }) => ({
    message: `${name} wants a name for its argument "${parameter}", not an expression.`,
    hint: "Write the name in quotes.",
  }),
  "call/unknown-word": ({
    function: name,
    parameter,
    word,
    words,
  }: Suggested & Texts<"function" | "parameter" | "word"> & { words: readonly string[] }) =>
    `${name} does not know "${word}" for its argument "${parameter}"; it is one of ${inQuotes(words)}.`,

  // Limits of an expression
  "limit/expression-length": ({ limit }: Limited) => `The expression is longer than ${limit} characters.`,
  "limit/nesting": ({ limit }: Limited) => ({
    message: `The expression is nested more than ${limit} levels deep.`,
    hint: "Split it into virtual columns.",
  }),
  "limit/nodes": ({ limit }: Limited) => `The expression has more than ${limit} parts.`,
  "limit/arguments": ({ limit }: Limited) => `The call has more than ${limit} arguments.`,
  "limit/number": ({ text, where }: { text: string; where?: string }) => ({
    message: `The number ${text} is beyond what is kept exactly: 15 significant digits, whole numbers up to 9007199254740991.`,
    hint: where === undefined ? undefined : `It is at ${where} of the request.`,
  }),
  "limit/fuel": ({ limit }: Limited) => ({
    message: `The request used up its budget of ${limit} steps here.`,
    hint: "Narrow the rows that are scanned.",
  }),
  "limit/time": ({ limit }: Limited) => `The request took longer than its ${limit} milliseconds here.`,
  "limit/text-length": ({ limit }: Limited) =>
    `The text built here would be longer than ${limit} characters.`,
  "limit/host-calls": ({ limit }: Limited) =>
    `The request asks functions of the program with more than ${limit} different argument lists.`,
  "limit/list-length": ({ limit }: Limited) => `The list built here would have more than ${limit} items.`,
  "limit/pattern": ({ limit, what }: Limited & { what: string }) => `The ${what} are more than ${limit}.`,
  "limit/errors": ({ limit, more }: Limited & { more: number | undefined }) =>
    more === undefined
      ? `There are ${limit} errors and maybe more: the rest of the call was not looked at.`
      : `There ${more === 1 ? "is" : "are"} ${count(more, "more error")}, not listed here.`,
  "limit/warnings": ({ more }: { more: number }) => ({
    severity: "warning" as const,
    message: `There ${more === 1 ? "is" : "are"} ${count(more, "more warning")}, not listed here.`,
  }),

  // Running an expression
  "run/overflow": () => ({
    message: "The result is a whole number beyond 9007199254740991, which cannot be kept exactly.",
    hint: "Wrap one operand in DECIMAL().",
  }),
  "run/missing-value": ({ name }: { name: string }) => ({
    message: `No value was given for "${name}".`,
    hint: `Give it among the parameters, over HTTP in Properties as Params: { "${name}": … }; null is blank.`,
  }),
  "call/list-condition": ({
    function: name,
    pattern,
    hint = "Write FILTER(list, condition).",
  }: Hinted & Texts<"function"> & { pattern?: string }) => ({
    message:
      pattern === undefined
        ? `${name} wants a constant condition, such as ">10", "*tea*", or ">" & [Limit].`
        : `${name} knows "*" at the beginning and the end of a text, and texts of "?" only: "${pattern}" is another pattern.`,
    hint,
  }),
  "call/values-beside": ({ function: name }: { function: string }) =>
    `${name} wants values of the rows of its list, such as Orders[Status] and Orders[Total].`,
  "call/pattern": patternSentence,
  "run/pattern": patternSentence,
  "run/host-function": ({ name, problem }: { name: string; problem: string }) =>
    `The function ${name} ${problem}.`,
  "run/decision": ({ problem }: { problem: string }) => problem,
  "run/unknown-cell": ({ name }: Named) => `"${name}" is a cell that the scope does not know.`,
  "run/missing-cell": ({ name }: { name: string }) => ({
    message: `The cell "${name}" is missing.`,
    hint: "Give null for a blank.",
  }),
  "run/asynchronous": ({ name }: { name: string }) => ({
    message: `The function ${name} is asynchronous, and this evaluation cannot wait.`,
    hint: 'Use "evaluateAsync", "filterAsync" or "mapAsync"; of rules "decideAsync".',
  }),
  "run/unreadable-input": ({
    name,
    value,
    shown = `"${value}"`,
    type,
  }: Texts<"name" | "type"> & { value?: string; shown?: string }) =>
    `${shown} in "${name}" cannot be read as ${type}.`,
} satisfies Record<string, (details: never) => Said>;

function inQuotesHint(text: string): string {
  return `Write "${text}" in quotes. A column is written in brackets: [Column].`;
}

/** A step that is a number is a position in a list, which no path reads. */
function pathHint(steps: readonly string[]): string {
  const at = steps.findIndex((step) => /^\d+$/.test(step));
  const path = (at < 0 ? steps : steps.slice(0, at)).map((step) => `[${step}]`).join(".");
  if (at < 0) return `Write ${path}.`;
  return `A path reads no items of lists by their positions.${path === "" ? "" : ` Write ${path} for all of them.`}`;
}

function patternSentence({ pattern, reason, hint }: Hinted & { pattern: string; reason: string }) {
  return { message: `"${pattern}" is no pattern: ${reason}.`, hint };
}

const UNKNOWN_CHARACTER_HINTS: Readonly<Record<string, string>> = {
  ";": 'Arguments are separated by ",".',
  "/": "An expression has no comments.",
  "@": "A column is written [Column], with no sign before it.",
  "`": 'Write "…" for a text, or [Column] for a column.',
  ...Object.fromEntries([..."‘’‚‛"].map((quote) => [quote, "Use straight quotes: '."])),
  ...Object.fromEntries([..."“”„«"].map((quote) => [quote, 'Use straight quotes: ".'])),
};
