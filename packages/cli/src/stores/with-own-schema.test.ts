/** Where the tables of our own lie beside those of another program. */
import { loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { withOwnSchema } from "./open-store.ts";

const definitionWith = (source: string) => {
  const table = `{ ${source}key: [Id], columns: { Id: { type: Number } } }`;
  const text = `{ tablewright: 1, app: { id: shop, name: Shop }, tables: { Films: ${table} } }`;
  return loadDefinition(text).output ?? expect.fail();
};
const own = definitionWith("");
const theirs = definitionWith("source: public.film, ");

test.each([
  ["postgres://ann:s%40y@host/shop", theirs, "postgres://ann:s%40y@host/shop?schema=tablewright"],
  ["postgresql://host/shop?pool=4", theirs, "postgresql://host/shop?pool=4&schema=tablewright"],
  ["postgres://host/shop?schema=mine", theirs, "postgres://host/shop?schema=mine"],
  ["postgres://host/shop", own, "postgres://host/shop"],
  ["sqlite:shop.db", theirs, "sqlite:shop.db"],
])("%s", (address, definition, expected) => {
  expect(withOwnSchema(address, definition)).toBe(expected);
});
