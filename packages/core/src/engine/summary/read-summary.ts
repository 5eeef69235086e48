import { type Diagnostic, DiagnosticList, diagnose, type Outcome, suggest } from "../../diagnostics/index.ts";
import { findName, typeName, valueFamilyOf } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { JsonValue } from "../../values/index.ts";
import { type CallTarget, isNameable } from "../access/nameable.ts";
import { atItsMoment } from "../as-of/rows-as-of.ts";
import { type Call, withWarnings } from "../calls/call.ts";
import { defaultEngineLimits, type EngineOptions } from "../calls/engine-options.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import type { EngineRequest, Properties } from "../calls/request.ts";
import { unreadableProperty } from "../properties/define-property.ts";
import { requestProperties } from "../properties/index.ts";
import { namedColumnsOf } from "../stages/named-columns.ts";
import type { PlannedValue, SummaryPlan } from "./summary-functions.ts";
import { summaryFunctions } from "./summary-functions.ts";

/** The most members of an answered row: columns of "By" and names of "Values" together. */
const MOST_MEMBERS = 100;

/** Reads what a summary is asked for; the error about a member of "Values" is located at its name. */
function readSummary(
  call: Call,
  { by = null, values = null }: Pick<SummaryRequest, "by" | "values">,
  mostGroups: number,
): Outcome<SummaryPlan> {
  const names = by ?? [];
  const members = values ?? {};
  if (!isListOfTexts(names)) return refused(unreadableProperty("By", by, "a list of names of columns"));
  if (typeof members !== "object" || Array.isArray(members))
    return refused(unreadableProperty("Values", values, 'an object such as {"Rows": "COUNT"}'));
  const entries = Object.entries(members);
  const count = names.length + entries.length;
  if (count === 0) return refused(diagnose("request/summary-empty", {}));
  if (count > MOST_MEMBERS) return refused(diagnose("limit/summary-members", { limit: MOST_MEMBERS, count }));
  const errors = new DiagnosticList();
  const columns = names.flatMap((name) => readColumn(call, name, errors) ?? []);
  const read = entries.flatMap(([name, value]) => readValue(call, name, value, errors) ?? []);
  const answered = new Set<string>();
  for (const { name } of [...columns, ...read]) {
    if (answered.has(name)) errors.add(diagnose("request/summary-name", { name }, { column: name }));
    answered.add(name);
  }
  if (errors.all.length > 0) return { output: undefined, diagnostics: errors.all };
  const own = read.flatMap(({ column }) => column ?? []);
  return {
    output: { by: columns, values: read, columns: [...new Set([...columns, ...own])], mostGroups },
    diagnostics: [],
  };
}

function isListOfTexts(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function refused(error: Diagnostic): Outcome<SummaryPlan> {
  return { output: undefined, diagnostics: [error] };
}

function readColumn(
  call: Call,
  name: string,
  errors: DiagnosticList,
  place: { readonly column?: string } = {},
): ColumnDefinition | undefined {
  const own = namedColumnsOf(call);
  const column = own.find(name);
  if (column !== undefined) return column;
  const table = (call.slice ?? call.table).name;
  errors.add(diagnose("column/unknown", { name, table, suggestion: errors.suggest(name, own.names) }, place));
  return undefined;
}

/** `"COUNT"`, or an object of one function and the name of its column. */
function readValue(
  call: Call,
  name: string,
  value: JsonValue,
  errors: DiagnosticList,
): PlannedValue | undefined {
  if (typeof value === "string" && value.toUpperCase() === COUNT)
    return { name, fold: undefined, column: undefined };
  const place = { column: name };
  const [word, column] = wordsOf(value);
  const fold = findName(summaryFunctions, word ?? "").match;
  if (word !== undefined && fold === undefined && word.toUpperCase() !== COUNT) {
    const details = { name: word, suggestion: suggest(word, NAMES) };
    errors.add(diagnose("request/summary-function", details, place));
    return undefined;
  }
  if (fold === undefined || typeof column !== "string") {
    const expected = '"COUNT", or as a function with its column such as {"SUM": "Price"}';
    errors.add({ ...unreadableProperty(`Values.${name}`, value, expected), ...place });
    return undefined;
  }
  const own = readColumn(call, column, errors, place);
  if (own === undefined) return undefined;
  if (fold.families.includes(valueFamilyOf(own.type))) return { name, fold, column: own };
  const { expected } = fold;
  const type = typeName(own.type, (table) => isNameable(call.caller, table));
  const details = { function: fold.name, column: own.name, type, expected };
  errors.add(diagnose("request/summary-column", details, place));
  return undefined;
}

const COUNT = "COUNT";

const NAMES = [COUNT, ...summaryFunctions.map(({ name }) => name)];

/** The one function that a value names, and what is sent for its column; nothing for any other form. */
function wordsOf(value: JsonValue): readonly [word?: string, column?: JsonValue | undefined] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const entries = Object.entries(value);
  return entries.length === 1 ? (entries[0] ?? []) : [];
}

/** The call of a summary, and the Find whose rows it summarises. */
export interface SummaryCall {
  readonly call: Call;
  readonly find: EngineRequest;
}

/** Makes the call of a summary; what only a Find reads is ignored with a warning. */
export async function makeSummaryCall(
  options: EngineOptions,
  target: CallTarget,
  request: SummaryRequest,
): Promise<Outcome<SummaryCall>> {
  const sent = request.properties ?? {};
  const find = { ...request, action: "Find", properties: withoutParts(sent) };
  const prepared = await makeCall(options, target, find, "Find");
  if (prepared.output === undefined) return { output: undefined, diagnostics: prepared.diagnostics };
  const { groups } = { ...defaultEngineLimits, ...options.limits };
  const { output: summary, diagnostics } = readSummary(atItsMoment(prepared.output, find), request, groups);
  if (summary === undefined) return { output: undefined, diagnostics };
  const shown = { columns: summary.columns, rowNumber: false, computedKey: false };
  const ignored = PART_PROPERTIES.filter((name) => Object.hasOwn(sent, name)).map((name) =>
    diagnose("request/ignored-property", notRead(name)),
  );
  const warned = withWarnings(prepared.output, ignored);
  const call = { ...warned, answer: { ...warned.answer, summary, shown } };
  return { output: { call, find }, diagnostics: [] };
}

/** What says which part of the rows a Find answers with, and how; a summary is one of all rows. */
const PART_PROPERTIES = requestProperties
  .filter(({ name, readWith }) => readWith === "Find" && name !== "Selector" && name !== "AsOf")
  .map(({ name }) => name);

function withoutParts(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !PART_PROPERTIES.includes(name)));
}

function notRead(name: string): { message: string } {
  return { message: `"${name}" says what a Find answers with, and this is a summary of all rows.` };
}

/** A summary of the rows that a Find by the same Selector or keys would answer with. */
export interface SummaryRequest extends Omit<EngineRequest, "action" | "idempotencyKey"> {
  /** The columns whose equal values make a group; without any, all rows are one group. */
  readonly by?: JsonValue | undefined;
  /** What is computed of each group, by the name it is answered under: `"COUNT"`, or a function and its column. */
  readonly values?: JsonValue | undefined;
}
