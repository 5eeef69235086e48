import { describe, expect, test } from "vitest";
import * as whole from "../index.ts";
import * as small from "./small.ts";

const extracting = whole.functions.filter(({ category }) => category === "extract").map(({ name }) => name);

test("the smaller language exports what the whole one does, and lacks only scopeFrom, EXTRACT and its kin", () => {
  expect([...Object.keys(small), "scopeFrom"].sort()).toEqual(Object.keys(whole).sort());
  const names = new Set(small.functions.map(({ name }) => name));
  expect(whole.functions.map(({ name }) => name).filter((name) => !names.has(name))).toEqual(extracting);
  expect(small.describe("extractdates")).toBe(undefined);
  expect(small.describe("left")).toEqual(whole.describe("LEFT"));
});

describe("a function that the smaller language leaves out", () => {
  test.each([...extracting, "ExtractDates", "EXTRACTDATE"])("%s", (name) => {
    const { diagnostics } = small.compile(`${name}("see you on Monday")`);
    expect(diagnostics).toMatchObject([
      {
        code: "name/function-left-out",
        message: `"${name}" is one of the functions of "@tablewright/core/expression", which are not loaded here.`,
        hint: "Hand them in: compile(source, { functions }).",
        start: 0,
        end: name.length,
      },
    ]);
  });

  test("is offered by no completion", () => {
    expect(small.complete("EXTR", 4).completions).toEqual([]);
    expect(whole.complete("EXTR", 4).completions).toHaveLength(extracting.length);
  });

  test("is a misspelling in the whole language", () => {
    expect(whole.compile('EXTRACTDATE("May")').diagnostics[0]?.hint).toContain("EXTRACTDATES");
  });

  test("may be one's own", () => {
    const extract = small.defineFunction({
      name: "EXTRACT",
      description: "The text itself.",
      parameters: [{ name: "text", type: "Text" }],
      result: "Text",
      evaluate: (text) => text,
    });
    expect(small.compile('EXTRACT("a")', { functions: [extract] }).evaluate()).toBe("a");
  });
});

test("two languages in one process keep to their own functions, given one scope", () => {
  const scope = {};
  const ok = ({ compile }: Pick<typeof whole, "compile">) => compile('EXTRACTEMAILS("a@b.org")', scope).ok;
  expect([ok(whole), ok(small), ok(whole)]).toEqual([true, false, true]);
});
