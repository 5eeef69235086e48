import { expect, test } from "vitest";
import { editorScope, withoutMark } from "../../../conformance/editor/editor-cases.ts";
import { signatureHelp } from "../entrances/editor.ts";

test.each<[string, string | undefined]>([
  ["LEFT(|", "LEFT text"],
  ["LEFT([Status]|, 1)", "LEFT text"],
  ["LEFT([Status], |", "LEFT count"],
  ['LEFT("a, (b", |', "LEFT count"],
  ["LEFT([Status], 1, |", "LEFT -"],
  ["LEFT([Status], 1)|", undefined],
  ["LEFT((1 + |", "LEFT text"],
  ["LEFT({1, 2, |", "LEFT text"],
  ["IF(TRUE, LEN(|", "LEN text"],
  ["ifs(TRUE, 1, FALSE, |", "IFS result"],
  ["IFS(TRUE, 1, |", "IFS condition"],
  ["CONCATENATE(1, 2, 3, |", "CONCATENATE value"],
  ["NOPE(|", undefined],
  ["[Price|", undefined],
])("%s", (marked, help) => {
  const { source, offset } = withoutMark(marked);
  const found = signatureHelp(source, offset, editorScope);
  expect(found && `${found.name} ${found.parameters[found.active ?? -1]?.name ?? "-"}`).toBe(help);
});

test("each parameter is found in the syntax", () => {
  const { syntax = "", parameters = [] } = signatureHelp("LOOKUP(", 7, editorScope) ?? {};
  expect(parameters.map(({ start, end }) => syntax.slice(start, end))).toEqual([
    "value",
    "table",
    "column",
    "result column",
  ]);
});
