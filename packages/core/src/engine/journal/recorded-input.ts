import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import { foldName, foldText } from "../../values/index.ts";
import type { BatchRequest } from "../calls/batch-request.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import type { EngineRequest } from "../calls/request.ts";
import type { RecordedInput } from "../engine-tables/journal-table.ts";
import { concealedColumns } from "./row-image.ts";

/** What a transaction was sent, and the calls that it was read into. */
export interface SentCalls {
  readonly request: EngineRequest | BatchRequest;
  readonly steps: readonly PreparedCall[];
}

/** Characters of JSON that the journal keeps of what a call was sent. */
const LONGEST_INPUT = 250_000;

/** What the journal keeps of a call besides its changes, as JSON. */
export function inputText(sent: SentCalls): string {
  const missing = (reason: "size" | "sensitive" | "form") => JSON.stringify({ missing: reason });
  if (hasSensitive(sent)) return missing("sensitive");
  try {
    const text = JSON.stringify(inputOf(sent));
    return text.length > LONGEST_INPUT ? missing("size") : text;
  } catch {
    return missing("form"); // a program may send what has no form in JSON
  }
}

function inputOf({ request, steps }: SentCalls): RecordedInput {
  const { caller, wire, properties } = request;
  const isBatch = "calls" in request;
  const calls = isBatch ? request.calls : [request];
  const role = steps[0] && givenRole(steps[0]);
  return {
    sent: { caller, ...(wire && { wire }), ...(isBatch && properties && { properties }) },
    calls: calls.map(({ action, table, rows, properties: own }) => ({
      action,
      table,
      ...(rows && { rows }),
      ...(own && { properties: own }),
    })),
    isBatch,
    ...(role !== undefined && { role }),
    random: steps.map(({ random }) => random),
  };
}

/** The role of the caller, unless it is the one of the definition. */
function givenRole({ app, caller: { identity } }: PreparedCall): string | undefined {
  const [email, role] = [identity.get("email"), identity.get("role")];
  if (email === undefined || role === (app.roles.get(foldText(email)) ?? "User")) return undefined;
  return role;
}

/** Whether a call was sent a cell of a column whose values are not recorded, or inputs that may become one. */
function hasSensitive({ request, steps }: SentCalls): boolean {
  const [first] = steps;
  if (first === undefined || !hasConcealed(first.app)) return false;
  const calls = "calls" in request ? request.calls : [request];
  return calls.some(({ rows = [], properties = {} }, at) => {
    const { table } = steps[at] ?? first;
    const names = new Set(concealedColumns(table).map(({ name }) => foldName(name)));
    const isSent = rows.some((row) => Object.keys(row).some((name) => names.has(foldName(name))));
    return isSent || Object.keys(properties.Inputs ?? {}).length > 0;
  });
}

function hasConcealed(app: AppDefinition): boolean {
  const existing = concealing.get(app);
  if (existing !== undefined) return existing;
  const isConcealing = (table: TableDefinition) => concealedColumns(table).length > 0;
  const found = [...app.tables.values()].some(isConcealing);
  concealing.set(app, found);
  return found;
}

const concealing = new WeakMap<AppDefinition, boolean>();
