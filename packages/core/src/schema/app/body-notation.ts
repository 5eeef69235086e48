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

/** Whether a text leaves a JSON string open, where one is open before it or not; a quote after a backslash is none. */
export function endsInQuotes(text: string, isInQuotes: boolean): boolean {
  const quotes = text.replace(/\\./gs, "").split('"').length - 1;
  return quotes % 2 === 0 ? isInQuotes : !isInQuotes;
}

/** Whether a part of a template is repeated or left out. */
export function hasBlocks(template: Template): boolean {
  return template.some(({ kind }) => kind === "rows" || kind === "choice");
}

/**
 * JSON without the commas that have no item before or after them: a block may write one with each of its items. What is in
 * quotes stays, and so does a text that does not begin as JSON.
 */
export function withoutSpareCommas(json: string): string {
  if (!/^\s*[{[]/.test(json)) return json;
  const spare: number[] = [];
  let isInQuotes = false;
  let last = "[";
  let comma = -1;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charAt(at);
    if (isInQuotes) {
      if (sign === "\\") at += 1;
      else isInQuotes = sign !== '"';
      continue;
    }
    if (/\s/.test(sign)) continue;
    if (last === "," && /[,\]}]/.test(sign)) spare.push(comma);
    if (sign === "," && /[[{]/.test(last)) {
      spare.push(at);
      continue;
    }
    if (sign === ",") comma = at;
    isInQuotes = sign === '"';
    last = sign;
  }
  let from = 0;
  const kept = spare.map((at) => {
    const text = json.slice(from, at);
    from = at + 1;
    return text;
  });
  return kept.join("") + json.slice(from);
}
