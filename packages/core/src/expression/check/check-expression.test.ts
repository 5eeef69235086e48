import { expect, test } from "vitest";
import { compile } from "../index.ts";

const scope = { columns: { Price: "Price" } } as const;

test.each([
  ["[Price].[Name]", '"[Price]" is Price'],
  ['"tea".[Name]', 'The text "tea" is Text'],
  ["TODAY().[Name]", "This is Date"],
  ["LIST(1, 2).[Name]", "This is List of Number"],
])("%s reads a column of a value that has none", (source, words) => {
  expect(compile(source, scope).diagnostics).toMatchObject([
    {
      code: "type/not-a-ref",
      message: `${words}; only a Ref, an object, or a list of them has columns.`,
    },
  ]);
});
