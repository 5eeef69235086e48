import { defineFunction } from "../define-function.ts";
import { deepLink, type LinkPart } from "./deep-link.ts";

export const linkToForm = defineFunction("link", {
  signature: "LINKTOFORM(view: Text, column: Text, value: Text, [more: Text] …): App",
  summary: "A deep link to a form for a new row, with values filled in.",
  details:
    "#page=form&view=…&column=…&value=…, a pair for each column; a last argument without a partner names an app, app=…. Values are encoded as by ENCODEURL and not checked. A blank column is omitted, a blank view gives blank.",
  syntax: "LINKTOFORM(view, column, value, [column, value, …], [app])",
  blanks: "accept",
  uses: "request",
  evaluate: (view, column, value, more, { meter }) => {
    if (view === null) return null;
    const presets = [column, value, ...more];
    const app = presets.length % 2 === 1 ? presets.pop() : undefined;
    return deepLink(app, [["page", "form"], ["view", view], ...pairs(presets)], meter);
  },
  examples: [
    [
      'LINKTOFORM("New Order", "Store", "Main Hall")',
      "#page=form&view=New%20Order&column=Store&value=Main%20Hall",
    ],
    ['LINKTOFORM("Count", "Item", 7, "Shop-7")', "#app=Shop%2D7&page=form&view=Count&column=Item&value=7"],
  ],
});

function pairs(presets: readonly (string | null)[]): LinkPart[] {
  const parts: LinkPart[] = [];
  for (let index = 0; index < presets.length; index += 2) {
    const column = presets[index];
    if (column) parts.push(["column", column], ["value", presets[index + 1] ?? null]);
  }
  return parts;
}
