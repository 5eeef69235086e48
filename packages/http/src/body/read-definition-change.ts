import { diagnose, type Outcome } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/expression";
import { type DefinitionChange, type DefinitionTrial, type TextAtPath, TRIALS } from "../settings.ts";
import { unreadableBody } from "./parse-json.ts";
import { isObject, type JsonObject, takeMembers } from "./read-call.ts";

/** What a body says of a change of a definition, with everything that the routes of changes take. */
interface SentChange {
  readonly change: DefinitionChange;
  readonly include: DefinitionTrial["include"];
  /** At most 1,000 characters. */
  readonly note: string | null;
  /** They may name the user of the change. */
  readonly properties: JsonObject;
}

/** A change by `Edits`, or back `To` a version, where only one `form` is taken that one; of a body with both, or another member, an error. */
export function readDefinitionChange(body: JsonValue, form?: "edits" | "version"): Outcome<SentChange> {
  if (!isObject(body)) return refuse("it is not an object");
  const taken = takeMembers(body, ["Version", "Edits", "To", "Include", "Note", "Properties"]);
  if (taken.output === undefined) return { output: undefined, diagnostics: taken.diagnostics };
  const { members, rest } = taken.output;
  const { Version: version, Edits: edits, To: to, Include: include = [], Note: note = null } = members;
  const { Properties: properties = {} } = members;
  const [other] = isObject(rest) ? Object.keys(rest) : [];
  if (other !== undefined) return refuse(`it has a member "${other}"`);
  if (typeof version !== "string") return refuse('its "Version" is not a text');
  if (note !== null && (typeof note !== "string" || note.length > LONGEST_NOTE))
    return refuse(`its "Note" is not a text of at most ${LONGEST_NOTE} characters`);
  if (!isObject(properties)) return refuse('its "Properties" is not an object');
  const unknown = Object.keys(properties).find((name) => name !== "RunAsUserEmail" && name !== "UserId");
  if (unknown !== undefined) return refuse(`its "Properties" has a member "${unknown}"`);
  const trials = Array.isArray(include) ? TRIALS.filter((one) => include.includes(one)) : [];
  if (!Array.isArray(include) || trials.length !== include.length)
    return refuse(`its "Include" is not a list of ${TRIALS.map((one) => `"${one}"`).join(", ")}`);
  const sent = (change: DefinitionChange["to"]): Outcome<SentChange> => ({
    output: { change: { version, to: change }, include: trials, note, properties },
    diagnostics: [],
  });
  if (form === "version" || (to !== undefined && form === undefined))
    return typeof to === "string" && edits === undefined
      ? sent({ version: to })
      : refuse('its "To" is not a version, or there are "Edits" too');
  if (!Array.isArray(edits) || to !== undefined) return refuse('its "Edits" is not a list');
  if (edits.length > MOST_EDITS)
    return { output: undefined, diagnostics: [diagnose("limit/edits", { limit: MOST_EDITS })] };
  const read = edits.map((edit) => readEdit(edit as JsonValue));
  const whole = read.filter((edit) => edit !== undefined);
  return whole.length === read.length
    ? sent({ edits: whole })
    : refuse('a member of "Edits" has no "Path", a list of names, or no "Text"');
}

function readEdit(sent: JsonValue): TextAtPath | undefined {
  const { output } = takeMembers(sent, ["Path", "Text"]);
  if (!isObject(sent) || output === undefined) return undefined;
  const { Path: path, Text: text } = output.members;
  const isPath =
    Array.isArray(path) &&
    path.length > 0 &&
    path.every((step) => typeof step === "string" || Number.isInteger(step));
  if (!isPath || (text !== null && typeof text !== "string")) return undefined;
  return { path: path as TextAtPath["path"], text };
}

/** Parts of one change. */
const MOST_EDITS = 50;

/** Characters. */
const LONGEST_NOTE = 1_000;

const EXAMPLE =
  '{"Version": "9f2c…", "Edits": [{"Path": ["tables", "Orders", "columns", "Total", "formula"], "Text": "[Price] * 2"}]}';

function refuse(reason: string): Outcome<never> {
  return unreadableBody(reason, EXAMPLE);
}
