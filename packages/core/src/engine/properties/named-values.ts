import { DiagnosticList, type Outcome } from "../../diagnostics/index.ts";
import { type JsonValue, normalText, type Value } from "../../values/index.ts";
import { brokenText, defineProperty, unreadableProperty } from "./define-property.ts";

/** The properties that are objects of single values by name, which expressions read. */
const single = ["string", "number", "boolean", "null"];

export const userSettingsProperty = defineProperty({
  name: "UserSettings",
  ofBatch: true,
  summary: 'an object of values for `USERSETTINGS("name")`',
  leftOut: "none",
  schema: { type: "object", additionalProperties: { type: single } },
  readWith: "call",
  read: (value) => readValues("UserSettings", value, readSingle),
});

/** Values are bound by it, so that no Selector is put together out of text that was sent. */
export const params = defineProperty({
  name: "Params",
  summary: "an object of values or lists of values for `[_PARAM].[name]`",
  leftOut: "none",
  schema: {
    type: "object",
    additionalProperties: { type: [...single, "array"], items: { type: single } },
  },
  readWith: "call",
  read: (value) =>
    readValues("Params", value, (path, sent, diagnostics) =>
      Array.isArray(sent)
        ? sent.map((item) => readSingle(path, item, diagnostics))
        : readSingle(path, sent, diagnostics),
    ),
});

export const inputs = defineProperty({
  name: "Inputs",
  summary: 'an object of values for `INPUT("name", default)`',
  leftOut: "none",
  schema: { type: "object", additionalProperties: { type: single } },
  readWith: "call",
  read: (value) => readValues("Inputs", value, readSingle),
});

type ReadValue = (path: string, value: JsonValue, diagnostics: DiagnosticList) => Value;

function readValues(name: string, sent: unknown, readValue: ReadValue): Outcome<ReadonlyMap<string, Value>> {
  if (sent === undefined || sent === null) return NONE;
  if (typeof sent !== "object" || Array.isArray(sent)) {
    return {
      output: undefined,
      diagnostics: [unreadableProperty(name, sent, "an object of values by name")],
    };
  }
  const diagnostics = new DiagnosticList();
  const values = new Map<string, Value>();
  for (const [key, value] of Object.entries(sent as Record<string, JsonValue>)) {
    if (diagnostics.isFull) {
      diagnostics.stop();
      break;
    }
    values.set(key, readValue(`${name}.${key}`, value, diagnostics));
  }
  return { output: values, diagnostics: diagnostics.all };
}

const NONE: Outcome<ReadonlyMap<string, Value>> = { output: new Map(), diagnostics: [] };

function readSingle(path: string, value: JsonValue, diagnostics: DiagnosticList): Value {
  const isSingle = value === null || typeof value !== "object";
  const error = isSingle ? brokenText(path, value) : unreadableProperty(path, value, "a single value");
  if (isSingle && error === undefined) return typeof value === "string" ? normalText(value) || null : value;
  if (error !== undefined) diagnostics.add(error);
  return null;
}
