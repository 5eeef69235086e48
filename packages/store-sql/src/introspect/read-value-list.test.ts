import { expect, test } from "vitest";
import { readValueList } from "./simple-checks.ts";

test.each<[string, string, (string | number)[]]>([
  ["status in ('open', 'sent')", "status", ["open", "sent"]],
  ["(Status IN ('it''s', ''))", "Status", ["it's", ""]],
  ["\"My Status\" in ('a')", "My Status", ["a"]],
  ["`x` in (1, -2, 3.5)", "x", ["1", "-2", "3.5"]],
  ["[x y] in ('a')", "x y", ["a"]],
  ["x is null or x in ('a', 'b')", "x", ["a", "b"]],
  ["((x IN ('a')) OR (x IS NULL))", "x", ["a"]],
  ["x = 'a' or x = 'b' or x = 'a'", "x", ["a", "b"]],
  [
    "status::text = ANY (ARRAY['open'::character varying, 'sent'::character varying]::text[])",
    "status",
    ["open", "sent"],
  ],
  [
    "((status)::text = ANY ((ARRAY['open'::character varying(20), 'sent'::character varying(20)])::text[]))",
    "status",
    ["open", "sent"],
  ],
  ["stars = ANY (ARRAY[1, 2, 3])", "stars", ["1", "2", "3"]],
  ["status = 'one'::text", "status", ["one"]],
  ["kind = ANY (ARRAY['a'::public.\"My Kind\", 'b'::public.\"My Kind\"])", "kind", ["a", "b"]],
  ["`x` in (_utf8mb4'a',_utf8mb4'b')", "x", ["a", "b"]],
  ["größe in ('S', 'L')", "größe", ["S", "L"]],
])("%s", (check, column, values) => {
  expect(readValueList(check)).toEqual(values.length === 0 ? undefined : { column, values });
});

test.each([
  "x > 1",
  "x not in ('a')",
  "lower(x) in ('a')",
  "x in ('a') and y in ('b')",
  "x in ('a') or y in ('b')",
  "x = 'a' and x = 'b'",
  "x in (select y from z)",
  "x is null",
  "x is not null",
  "x = y",
  "x = 'a', 'b'",
  "x between 1 and 2",
  "'a' in (x)",
  "x in ('a",
  "x in (a)",
  "",
])("%s has no list", (check) => {
  expect(readValueList(check)).toBeUndefined();
});
