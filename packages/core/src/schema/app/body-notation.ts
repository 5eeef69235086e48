import type { Template, WebhookDefinition } from "./app-definition.ts";

/** What a body is written in, and so what a value must look like in there. */
export type BodyNotation = "json" | "form" | "text";

/** What the body of a webhook is written in: JSON, unless a header says that it is a form or something else. */
export function bodyNotation({ headers }: Pick<WebhookDefinition, "headers">): BodyNotation {
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

/** Whether a text leaves a JSON string open, where one is open before it or not; a quote behind a backslash is none. */
export function endsInQuotes(text: string, isInQuotes: boolean): boolean {
  const quotes = text.replace(/\\./gs, "").split('"').length - 1;
  return quotes % 2 === 0 ? isInQuotes : !isInQuotes;
}
