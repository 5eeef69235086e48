import type { Template, WebhookDefinition } from "../../../schema/index.ts";
import type { Notation } from "./render-template.ts";

/** What the body of a webhook is written in: JSON, unless a header says that it is a form or something else. */
export function bodyNotation({ headers }: WebhookDefinition): Notation {
  const [, type] = [...headers].find(([name]) => name.toLowerCase() === "content-type") ?? [];
  if (type === undefined || type.every((part) => part.kind !== "text" || /json/i.test(part.text)))
    return "json";
  return FORM.test(textOf(type)) ? "form" : "text";
}

const FORM = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;

/** What stays, whatever the row. */
function textOf(template: Template): string {
  return template.map((part) => (part.kind === "text" ? part.text : "")).join("");
}
