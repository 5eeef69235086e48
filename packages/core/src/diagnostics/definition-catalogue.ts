/**
 * What can be wrong with a definition, of an application or of rules, and with the facts of decisions.
 * Over 400 lines because it is a part of one list, the catalogue, and is read as that is.
 */
import { expressionCatalogue } from "./expression-catalogue.ts";
import {
  didYouMean,
  type Hint,
  inQuotes,
  type Limited,
  type Named,
  type OverlapDetails,
  type Said,
  type Shown,
  type Suggested,
  type Texts,
  type WritersDetails,
} from "./sentence.ts";

/** Names, the middle of a long list left out. */
const shortened = (names: readonly string[], between: string): string =>
  (names.length > 12 ? [...names.slice(0, 10), "…", ...names.slice(-1)] : names).join(between);

const definitionSentences = {
  "limit/formulas": ({ limit }: Limited) => ({
    message: `More than ${limit} virtual columns, filters of slices and functions read one another in a row.`,
    hint: "Read a stored column in between, or put the formulas of some functions into one.",
  }),
  "limit/definition-length": ({ limit, kind = "definition" }: Limited & { kind?: string }) =>
    `The ${kind} is longer than ${limit} characters.`,

  // Decisions
  "decision/facts": ({ actual }: { actual: string }) =>
    `The facts are ${actual}, and an object of facts by name is expected.`,
  "decision/wrong-fact": ({ pointer, value, expected }: Texts<"pointer" | "value" | "expected">) =>
    `"${value}" at ${pointer} of the facts is not ${expected}.`,
  "decision/wrong-output": ({
    output,
    pointer,
    value,
    expected,
  }: Texts<"output" | "pointer" | "value" | "expected">) =>
    `The output "${output}" has ${value === "null" ? "nothing" : `"${value}"`}${pointer && ` at ${pointer}`}, and ${expected} is expected.`,
  "decision/missing-fact": ({ pointer }: { pointer: string }) =>
    `The facts have no value at ${pointer}, and it is required.`,
  "decision/unknown-fact": ({ pointer, suggestion }: Suggested & Texts<"pointer">) => ({
    severity: "warning" as const,
    message: `There is no fact at ${pointer}: what is given there is not read.`,
    hint: didYouMean(suggestion),
  }),
  "decision/unreadable-fact": ({ pointer, reason }: { pointer: string; reason: string }) =>
    `The fact at ${pointer} cannot be read: ${reason}.`,
  "decision/not-found": ({ name }: Named) => `There is no decision "${name}".`,
  "decision/unknown-output": ({ name }: Named) => `No decision has an output "${name}".`,
  "decision/several-rows": ({ decision, rows }: { decision: string; rows: readonly string[] }) => ({
    message: `In the decision "${decision}" more than one row matches: ${shortened(rows, ", ")}. Its hit policy is "unique".`,
    hint: 'Make the conditions exclude each other, or choose another hit policy, such as "first".',
  }),
  "decision/several-values": ({ output, rules }: { output: string; rules: readonly string[] }) => ({
    message: `More than one rule sets "${output}": ${inQuotes(rules)}. The hit policy is "unique".`,
    hint: 'Make the conditions exclude each other, or choose another hit policy, such as "priority".',
  }),
  "decision/rows-disagree": ({ output, rows }: { output: string; rows: readonly string[] }) => ({
    message: `These match and give different values of "${output}": ${rows.join(", ")}. The hit policy is "any".`,
    hint: 'Give them the same value, or choose another hit policy, such as "first".',
  }),
  "decision/cell": ({ reason }: { reason: string }) => ({
    message: `The cell cannot be read: ${reason}.`,
    hint: 'A cell is "-" for anything, a value, a comparison such as ">= 5", a range such as "[1..5)", a list "a, b", "not(a)", "blank", or "= condition" in which "?" is the input.',
  }),
  "decision/output-cell": ({ actual, expected, hint }: Texts<"actual" | "expected"> & Hint) => ({
    message: `${actual} is not ${expected}, which the output is.`,
    hint: hint ?? 'A formula stands after "=", such as "=[total] * 0.1".',
  }),
  "decision/text-of-column": ({ text, reference }: { text: string; reference: string }) => ({
    severity: "warning" as const,
    message: `"${text}" is given as this text, and not as the value of ${reference}.`,
    hint: `Write "=${text}" for the value.`,
  }),
  "decision/table-file": ({
    file,
    reason,
    isUnread = false,
  }: Texts<"file" | "reason"> & { isUnread?: boolean }) => ({
    message: `The table "${file}" cannot be read: ${reason}.`,
    hint: isUnread
      ? 'It is looked for in the folder of the definition, or by "readTable" of the program.'
      : "Its first row names the inputs and the outputs; each further row has a cell for each of them.",
  }),
  "decision/row-width": ({
    actual,
    expected,
    isInFile = false,
  }: {
    actual: number;
    expected: number;
    isInFile?: boolean;
  }) =>
    `The row has ${actual} cells, and ${expected} are expected: ${isInFile ? "one for each of the first row" : "one for each input, then one for each output"}.`,
  "decision/no-values": ({ output, hit }: { output: string; hit: string }) => ({
    message: `The hit policy "${hit}" goes by the order of the values of "${output}", which has no "values".`,
    hint: 'Give the output a list "values", the strongest first.',
  }),
  "decision/not-a-number": ({ output, hit, type }: { output: string; hit: string; type: string }) =>
    `The hit policy "${hit}" needs numbers, and "${output}" is of type ${type}.`,

  // What an analysis of conditions has proven
  "logic/never-true": ({ what, hint }: { what: string; hint?: string | undefined }) => ({
    severity: "warning" as const,
    message: `${what} is never TRUE: no values meet it.`,
    hint: hint ?? "Correct it, or take it out.",
  }),
  "logic/always-true": ({ what, hint }: { what: string; hint?: string }) => ({
    severity: "warning" as const,
    message: `${what} is TRUE for all values.`,
    hint: hint ?? "Correct it, or take it out.",
  }),
  "logic/unreachable": ({ what, earlier, example }: Shown & { what: string; earlier: string }) => ({
    severity: "warning" as const,
    message: `${what} is never reached: all values that meet it meet ${earlier} before it${example === undefined ? "" : `, such as ${example}`}.`,
    hint: "Put it further up, correct it, or take it out.",
  }),
  "logic/gap": ({ what, example }: { what: string; example: string }) => ({
    severity: "warning" as const,
    message: `${what} has no row for ${example}.`,
    hint: 'Add a row for it, or say by "otherwise" what holds where no row matches.',
  }),
  "logic/blank-input": ({ input, example }: { input: string; example: string }) => ({
    severity: "warning" as const,
    message: `The input "${input}" is blank for ${example}, and no cell of it holds for blank.`,
    hint: 'No comparison holds for blank. Add "blank" to a cell, such as "> 5, blank", or write the input so that it always has a value.',
  }),
  "logic/overlap": ({ what, other, output, example }: OverlapDetails) => ({
    severity: "warning" as const,
    message: `${what} and ${other} both match ${example}${output === undefined ? "" : ` and set "${output}"`}.`,
    hint: 'Make the conditions exclude each other, or choose another hit policy, such as "first".',
  }),
  "logic/two-writers": ({ rule, other, action, column, example }: WritersDetails) => ({
    severity: "warning" as const,
    message:
      action === undefined
        ? `The rules "${rule}" and "${other}" both set "${column}" for ${example}, to different values.`
        : `The rule "${rule}" sets "${column}" to another value than the action "${action}" has given it, as for ${example}.`,
    hint:
      action === undefined
        ? 'Make their conditions exclude each other, or say by "priority" which one comes first.'
        : `Let the condition of the rule read "${column}", or leave one of them out.`,
  }),

  // An application definition
  "definition/unreadable": ({ reason, kind = "definition" }: { reason: string; kind?: string }) =>
    `The ${kind} cannot be read: ${reason}.`,
  "definition/of-rules": (_: object) => ({
    message: "These are rules, not an application.",
    hint: 'Run them with "tablewright decide", or load them with "loadRules".',
  }),
  "definition/of-application": (_: object) => ({
    message: "This is an application, not rules.",
    hint: 'Check it with "tablewright check". A server applies its decisions: POST …/decisions/{name}.',
  }),
  "definition/unknown-member": ({ name, suggestion, members }: Named & { members: readonly string[] }) => ({
    message: `There is no member "${name}" here.`,
    hint:
      didYouMean(suggestion) ?? (members.length > 0 ? `The members are ${inQuotes(members)}.` : undefined),
  }),
  "definition/missing-member": ({ name }: { name: string }) => `The member "${name}" is missing.`,
  "definition/wrong-value": ({ actual, expected }: Suggested & { actual: string; expected: string }) =>
    `Expected ${expected}, found ${actual}.`,
  "definition/unknown-type": ({ name }: Named) => `There is no column type "${name}".`,
  "definition/no-key": ({ table }: { table: string }) => ({
    message: `Table "${table}" has no key.`,
    hint: `Add "key: [Column]".`,
  }),
  "definition/key": ({ column, reason }: { column: string; reason: string }) =>
    `"${column}" cannot be a key column: ${reason}.`,
  "definition/unknown-column": ({ name, table }: Named & { table: string }) =>
    `Table "${table}" has no column "${name}".`,
  "definition/unknown-table": ({ name, suggestion, slice }: Named & { slice?: string | undefined }) => ({
    message: `There is no table "${name}".`,
    hint: slice === undefined ? didYouMean(suggestion) : `"${slice}" is a slice; a table is expected here.`,
  }),
  "definition/reserved-name": ({ name }: { name: string }) => `The name "${name}" is reserved.`,
  "definition/similar-names": ({ name, other }: { name: string; other: string }) =>
    `"${name}" and "${other}" differ only in ${name.normalize() === other.normalize() ? "how accents are written" : "upper and lower case"}.`,
  "definition/formula-cycle": ({ columns }: { columns: readonly string[] }) =>
    `These formulas need one another, so none can be computed first: ${shortened(columns, " → ")}.`,
  "definition/function-without-code": ({ name }: { name: string }) => ({
    message: `The function ${name} is declared with "host: true", and the program gives no code for it.`,
    hint: 'Give it in "functions" of createEngine, or by --functions module.js.',
  }),
  "definition/function-differs": ({ name, declared, given }: Texts<"name" | "declared" | "given">) =>
    `The function ${name} is declared as ${declared}, and the code of the program as ${given}.`,
  "definition/uncached-function": ({ name }: { name: string }) => ({
    message: `The function ${name} is asynchronous in the program, and declared with "cache: none".`,
    hint: 'Leave out "cache": an asynchronous function is asked once for each different argument list of a call.',
  }),
  "definition/function-place": ({ name, place = "A security filter" }: { name: string; place?: string }) => ({
    message: `${place} cannot call ${name}, whose code is of the program: it would be asked about rows or cells that the caller may not see.`,
    hint: "Call it in formulas, Valid_If, conditions, actions, slices or Selectors, or keep its answer in a column that is read here.",
  }),
  "definition/reveals": ({ column, table, reader }: { column: string; table: string; reader: string }) => ({
    severity: "warning" as const,
    message: `${reader} reads "${column}" of "${table}", which has "readIf": who reads the one learns of the other.`,
    hint: "Give it a readIf of its own, or leave it so where what it says of the column is for everybody.",
  }),
  "definition/option": ({ option, type }: { option: string; type: string }) =>
    `The option "${option}" has no meaning for the type ${type}.`,
  "definition/missing-option": ({ option, type }: { option: string; type: string }) =>
    `A column of type ${type} needs the option "${option}".`,
  "definition/no-formula": ({ column }: { column: string }) =>
    `The column "${column}" is virtual and has no formula.`,
  "definition/exclusive": ({ first, second }: { first: string; second: string }) => ({
    message: `"${first}" and "${second}" exclude each other.`,
    hint: "Keep one of them.",
  }),
  "definition/one-of": ({ members }: { members: readonly string[] }) =>
    `Exactly one of ${inQuotes(members)} is expected here.`,
  "definition/duplicate-name": ({ name, first, second }: Texts<"name" | "first" | "second">) =>
    `"${name}" is the name of ${first} and of ${first === second ? "another one" : second}.`,
  "definition/unknown-action": ({ name }: Named) => `There is no action "${name}".`,
  "definition/other-table": ({ name, actual, expected }: Texts<"name" | "actual" | "expected">) =>
    `The action "${name}" is on the table "${actual}", and one on "${expected}" is expected here.`,
  "definition/action-cycle": ({ actions }: { actions: readonly string[] }) =>
    `These actions lead back to where they begin, so none would ever end: ${shortened(actions, " → ")}.`,
  "definition/unreachable-action": ({ name }: { name: string }) => ({
    severity: "warning" as const,
    message: `Nothing runs the action "${name}", and no call may name it.`,
    hint: 'Name it in "run", in "onRows" or in a rule, or let calls name it with "invocable: dataChange".',
  }),
  "definition/not-settable": ({ column, reason }: { column: string; reason: string }) =>
    `The column "${column}" cannot be set: ${reason}.`,
  "definition/unset-key": ({ column, table }: { column: string; table: string }) => ({
    message: `A row of "${table}" cannot be added without "${column}", which is a part of its key.`,
    hint: "Set it here, or give the column an initial value.",
  }),
  "definition/open-hole": () => ({
    message: 'The "<<" that opens here has no matching ">>".',
    hint: `Two such signs themselves are written <<"<<">>.`,
  }),
  "definition/hole-in-host": () => ({
    message: "A value cannot be a part of the scheme, the host or the port of a URL.",
    hint: "Write out where the request goes, up to the path: https://example.com/<<…>>.",
  }),
  "definition/reserved-header": ({ name }: { name: string }) =>
    `The header "${name}" belongs to the connection and cannot be declared.`,
  "definition/unknown-variable": ({
    name,
    suggestion,
    variables,
  }: Named & { variables: readonly string[] }) => ({
    message: `Templates have no variable "${name}".`,
    hint: didYouMean(suggestion) ?? `They have ${inQuotes(variables)}.`,
  }),
  "definition/unknown-tag": ({ name, suggestion }: Named) => ({
    message: `Templates have no tag "${name}".`,
    hint: `${didYouMean(suggestion) ?? "A text is written in quotes."} The tags are <<Start: list>> … <<End>>, <<If: condition>> … <<Else>> … <<EndIf>> and <<Html: value>>.`,
  }),
  "definition/tag-not-here": ({ tag }: { tag: string }) => ({
    message: `<<${tag}>> cannot be used in this member.`,
    hint:
      tag === "Html"
        ? '<<Html: value>> is for the member "html" of a mail; everywhere else a value is a text.'
        : "Blocks are for the body of a webhook, and for the subject, body and html of a mail.",
  }),
  "definition/open-block": ({ tag }: { tag: "Start" | "If" }) => ({
    message: `<<${tag}: …>> is not closed.`,
    hint: `Write <<${tag === "Start" ? "End" : "EndIf"}>> where it ends, before what is around it ends.`,
  }),
  "definition/stray-tag": ({ tag, opener }: { tag: "End" | "Else" | "EndIf"; opener: "Start" | "If" }) => ({
    message: `<<${tag}>> has no <<${opener}: …>> before it.`,
    hint: "<<End>> ends <<Start: …>>; <<EndIf>> ends <<If: …>>, which has one <<Else>> at most.",
  }),
  "definition/not-rows": ({ type }: { type: string }) => ({
    message: `<<Start: …>> repeats for the rows of a list, and this gives ${type}.`,
    hint: 'Name rows or objects, such as [Related Lines], FILTER("Lines", …) or LIST([Customer]); values of a list are written by <<[List]>>.',
  }),
  "definition/deep-blocks": ({ limit }: Limited) => `Blocks are nested more than ${limit} deep.`,
  "definition/cannot-rename": ({ name, to, reason }: { name: string; to: string; reason: string }) =>
    `"${name}" cannot be renamed to "${to}": ${reason}.`,
  "definition/no-filter": ({ table }: { table: string }) =>
    `"withCheck" checks rows by the security filter, and the table "${table}" has none.`,
  "definition/filter-reads-slice": ({ slice, table }: { slice: string; table: string }) => ({
    message: `The security filter of "${table}" reads its slice "${slice}", which shows only what the filter shows.`,
    hint: `Read the table itself, with the condition of the slice: SELECT(${table}[…], …).`,
  }),
  "definition/same-source": ({ first, second, source }: Texts<"first" | "second" | "source">) => ({
    message: `"${first}" and "${second}" have the same source, "${source}".`,
    hint: "Give each another source.",
  }),
  "definition/cron": ({ cron }: { cron: string }) => ({
    message: `Expected a cron expression (minute, hour, day of the month, month and day of the week of a time that comes), found ${JSON.stringify(cron)}.`,
    hint: 'Write for instance "0 6 * * 1-5" for six o\'clock from Monday to Friday, or "@daily".',
  }),
  "definition/no-schedule": ({ member }: { member: string }) => ({
    message: `"${member}" is about a schedule, and the rule has none.`,
    hint: 'Say when it runs, such as "every: 0 6 * * *" in place of "on".',
  }),
  "definition/no-source": ({ member, table }: { member: string; table: string }) => ({
    message: `"${member}" is about a table that a database has already, and "${table}" names none.`,
    hint: 'Name it as the source of the table, such as "source: public.film".',
  }),
  "definition/was-declared": ({ name, was, kind }: { name: string; was: string; kind: string }) => ({
    message: `"${name}" was "${was}" before, and there still is a ${kind} "${was}".`,
    hint: `Remove the ${kind} "${was}", or take "was" from "${name}".`,
  }),
  "definition/same-was": ({ first, second, was }: { first: string; second: string; was: string }) => ({
    message: `"${first}" and "${second}" both were "${was}" before.`,
    hint: 'Keep one "was"; the other begins without values.',
  }),
  "definition/part-cycle": ({ tables }: { tables: readonly string[] }) => ({
    message: `Rows of these tables would be parts of themselves: ${shortened(tables, " → ")}.`,
    hint: 'Take "partOf" from one of the Refs.',
  }),
  "definition/on-delete": ({
    column,
    onDelete,
    reason,
    hint,
  }: Texts<"column" | "onDelete" | "reason" | "hint">) => ({
    message: `"onDelete: ${onDelete}" is not possible for "${column}": ${reason}.`,
    hint,
  }),
  "definition/slice-key": ({ slice, column }: { slice: string; column: string }) => ({
    message: `The slice "${slice}" does not show "${column}", by which its rows are named.`,
    hint: "Add the column to the slice.",
  }),
  "definition/initial-value": ({ reason }: { reason: string }) =>
    `The column does not take its own initial value: ${reason}`,
  "definition/refused-value": ({ column, reason }: { column: string; reason: string }) =>
    `The column "${column}" does not take this value: ${reason}`,
  "definition/same-value": ({ value, other }: { value: string; other: string }) => ({
    severity: "warning" as const,
    message:
      value === other
        ? `"${value}" is among the values twice.`
        : `"${value}" and "${other}" are the same to every comparison, which takes no account of capital letters.`,
  }),
  "definition/whole-division": ({ type }: { type: string }) => ({
    severity: "warning" as const,
    message: `A Number divided by a Number is a whole number, and a ${type} is expected here: 1 / 2 is 0.`,
    hint: "Multiply the first one by 1.0, or divide by DECIMAL(…).",
  }),
  "definition/unused-function": ({ name }: { name: string }) => ({
    severity: "warning" as const,
    message: `Nothing in this definition calls the function ${name}.`,
    hint: "Remove it, unless callers name it in their expressions.",
  }),
  "definition/not-json": () => ({
    severity: "warning" as const,
    message: "This body is sent as JSON, and is none.",
    hint: 'Correct it, or say what it is by a header "Content-Type".',
  }),
  "definition/initial-value-reads-blank": ({ column, order }: { column: string; order: string }) => ({
    severity: "warning" as const,
    message: `The initial value reads "${column}", which is blank at that time.`,
    hint:
      order === "beforeRequest"
        ? `Give "${column}" an initial value, or write "initialValues: afterRequest" under "app": initial values are then computed after what is sent was put in.`
        : `"${column}" is computed later: repeat in the initial value what it says.`,
  }),
  "definition/initial-value-reads-itself": () => ({
    severity: "warning" as const,
    message: "The initial value reads its own column, which is blank until it has one.",
    hint: "Write what a new row begins with; a formula may keep or change the value that the column has.",
  }),
  "definition/rounded-digits": ({ column }: { column: string }) => ({
    severity: "warning" as const,
    message: `The expression goes by the nearest number of "${column}", whose "digits" are exact.`,
    hint: "Where all digits count, compute it in the database, as in a generated column or a view.",
  }),
  "definition/looser-slice": ({ update, table }: { update: string; table: string }) =>
    `The slice allows "${update}", which its table "${table}" does not.`,
  "definition/owner-key": ({ name, table }: { name: string; table: string }) => ({
    severity: "warning" as const,
    message: `Calls with the access key "${name}" that name no person see the rows of the owner in "${table}", whose filter reads USEREMAIL().`,
    hint: 'Say whom they are made for: "as" with an e-mail address, "runAs: caller", or "runAs: owner" where the owner is meant.',
  }),
  "definition/plain-key": ({ name }: { name: string }) => ({
    severity: "warning" as const,
    message: `The access key "${name}" is in the definition as plain text.`,
    hint: 'Put its SHA-256 in "sha256" instead.',
  }),
} satisfies Record<string, (details: never) => Said>;

/** With the sentences of expressions. A call that is marked as pure: a bundler leaves it out of a program that only compiles expressions. */
export const definitionCatalogue = /* @__PURE__ */ Object.assign(
  {},
  expressionCatalogue,
  definitionSentences,
);
