/** The facts that the page about decisions begins with. */
import type { DecisionSchema } from "@tablewright/client";
import { expect, test } from "vitest";
import { factsText, parseFacts } from "../src/page/decisions/facts-text.ts";

const field = (name: string, type: string, json: string, more: object = {}) => ({
  name,
  type,
  json,
  ...more,
});

test("each parameter has a value that it may have", () => {
  const parameters = [
    field("tier", "Enum", "string", { required: true, values: ["none", "gold"] }),
    field("total", "Price", "number", { required: true, min: 5 }),
    field("day", "Date", "string", { required: false }),
    field("isNew", "Yes/No", "boolean", { required: false }),
    field("lines", "List", "array", {
      required: false,
      items: "object",
      fields: [field("sku", "Text", "string"), field("count", "Number", "integer")],
    }),
  ];
  const text = factsText({ name: "D", parameters, outputs: [] } as unknown as DecisionSchema);
  expect(parseFacts(text)).toEqual({
    tier: "none",
    total: 5,
    day: "2026-03-02",
    isNew: false,
    lines: [{ sku: "", count: 0 }],
  });
});

test.each(["", "[]", "null", "5", "{"])("%j is not facts", (text) => {
  expect(parseFacts(text)).toBeUndefined();
});
