import { type JsonSchema, listOf, objectOf, reference } from "./json-schema.ts";

const text = { type: "string" };
const place = { type: "integer", minimum: 0 };
const values = { type: "object", additionalProperties: { type: ["string", "number", "boolean", "null"] } };

/** The schemas that every table refers to. */
export const commonSchemas: Readonly<Record<string, JsonSchema>> = {
  Properties: {
    ...objectOf({
      Locale: { ...text, description: "How dates and numbers are read and written, such as de-DE." },
      Timezone: { ...text, description: "An IANA or Windows name." },
      Location: { ...text, description: "Latitude and longitude of the caller." },
      Selector: { ...text, description: "An expression that names the rows of a Find." },
      RunAsUserEmail: { ...text, description: "For whom the call is made." },
      UserId: { ...text, description: "The same, where RunAsUserEmail is not given." },
      UserSettings: { ...values, description: 'Values for USERSETTINGS("name").' },
      Params: { ...values, description: "Values for [_PARAM].[name]." },
      Inputs: { ...values, description: 'Values for INPUT("name", default).' },
      DryRun: {
        type: ["boolean", "string", "number"],
        description: "Everything is done, and nothing is kept.",
      },
      OnDuplicate: { ...text, enum: ["update"], description: "An Add of a row that exists edits it." },
    }),
    description: "What holds for the whole call; a null or an empty text counts as left out.",
  },
  Mistake: objectOf(
    {
      row: { type: "integer", minimum: 1, description: "Which of the rows sent, from 1." },
      column: text,
      key: text,
      code: text,
      message: text,
      hint: text,
      start: { ...place, description: "Where it begins in an expression." },
      end: place,
    },
    ["code", "message"],
  ),
  Problem: objectOf(
    {
      type: text,
      title: text,
      status: { type: "integer" },
      detail: text,
      message: text,
      code: text,
      traceId: text,
      errors: listOf(reference("Mistake")),
      warnings: listOf(reference("Mistake")),
    },
    ["type", "title", "status", "detail", "code", "traceId", "errors"],
  ),
};
