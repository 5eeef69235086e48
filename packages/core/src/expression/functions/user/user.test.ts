import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../values/index.ts";
import { compile } from "../../index.ts";
import type { EvaluationContext, Scope } from "../../parts.ts";

const scope: Scope = {
  columns: {
    Amount: "Number",
    Ratio: "Decimal",
    Due: "Date",
    "Done?": "Yes/No",
    Wait: "Duration",
    Tags: { type: "EnumList" },
    Days: { type: "List", itemType: "Date" },
  },
};

function answer(source: string, context: EvaluationContext): JsonValue {
  const compiled = compile(source, { ...scope, locale: context.locale ?? "en-US" });
  expect(compiled.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return compiled.evaluate(context);
}

describe("INPUT reads what the call supplies as the type of its default", () => {
  test.each<[string, JsonValue, JsonValue]>([
    ['INPUT("x", [Amount])', 7, 7],
    ['INPUT("x", [Amount])', "7", 7],
    ['INPUT("x", [Amount])', "1,234", 1234],
    ['INPUT("x", [Ratio])', 0.1, 0.1],
    ['INPUT("x", [Ratio]) + 0.2', "0.1", 0.3],
    ['INPUT("x", 5) / 2', 7, 3],
    ['INPUT("x", [Due])', "2026-05-06", "2026-05-06"],
    ['INPUT("x", [Done?])', "Yes", true],
    ['INPUT("x", [Done?])', false, false],
    ['INPUT("x", [Wait])', "036:00:00", "036:00:00"],
    ['INPUT("x", "none")', 12, "12"],
    ['INPUT("x", "none")', null, null],
    ['INPUT("x", "none")', "", null],
    ['INPUT("x", [Amount])', null, null],
    ['INPUT("x", [Tags])', "oak, pine,", ["oak", "pine"]],
    ['INPUT("x", [Days])', "2026-05-06,2026-05-07", ["2026-05-06", "2026-05-07"]],
    ['INPUT("x", [Tags])', null, []],
  ])("%s with %j", (source, supplied, expected) => {
    expect(answer(source, { inputs: { x: supplied } })).toEqual(expected);
  });

  test("in the Locale of the call", () => {
    expect(answer('INPUT("x", [Ratio])', { inputs: { x: "1.234,5" }, locale: "de-DE" })).toBe(1234.5);
  });

  test.each<[string, JsonValue, string]>([
    ['INPUT("x", [Amount])', 2.5, '"2.5" in "x" cannot be read as Number.'],
    ['INPUT("x", [Amount])', "many", '"many" in "x" cannot be read as Number.'],
    ['INPUT("x", [Due])', "02/30/2026", '"02/30/2026" in "x" cannot be read as Date.'],
    ['INPUT("x", [Days])', "2026-05-06,soon", '"soon" in "x" cannot be read as Date.'],
  ])("%s refuses %j", (source, supplied, message) => {
    expect(() => answer(source, { inputs: { x: supplied } })).toThrow(message);
  });

  test("gives the default where nothing is supplied", () => {
    expect(answer('INPUT("x", [Amount] * 2)', { row: { Amount: 4 } })).toBe(8);
    expect(answer('INPUT("x", [Tags])', { row: { Tags: ["oak"] }, inputs: { X: "pine" } })).toEqual(["oak"]);
  });

  test("its name is a constant", () => {
    const { diagnostics } = compile('INPUT("a" & "b", 1)');
    expect(diagnostics.map(({ code }) => code)).toEqual(["call/constant-expected"]);
  });
});

describe("USERSETTINGS takes the type its place wants", () => {
  const settings = { Limit: 2.5, Team: "Blue", Since: "2026-03-01", "Beta?": "Y", Empty: "" };
  test.each<[string, JsonValue]>([
    ['USERSETTINGS("Limit") * 2', 5],
    ['LEFT("harbour", USERSETTINGS("Limit"))', "ha"],
    ['USERSETTINGS("Team") = "blue"', true],
    ["LEN(USERSETTINGS(Team))", 4],
    ['[Due] > USERSETTINGS("Since")', true],
    ['AND(USERSETTINGS("Beta?"), TRUE)', true],
    ['USERSETTINGS("Empty")', null],
    ['USERSETTINGS("team")', null],
    ['USERSETTINGS("toString")', null],
    ['TEXT(USERSETTINGS("Limit"))', "2.5"],
  ])("%s", (source, expected) => {
    expect(answer(source, { settings, row: { Due: "2026-03-14" } })).toEqual(expected);
  });
});

describe("who calls and from where", () => {
  test.each<[string, JsonValue]>([
    ["USEREMAIL()", "ann@example.com"],
    ["USERNAME()", "Ann"],
    ["USERROLE()", null],
    ["USERLOCALE()", "pt-BR"],
    ["USERTIMEZONE()", "Pacific Standard Time"],
    ['CONTEXT("host")', "Server"],
    ["CONTEXT(ViewType)", null],
  ])("%s", (source, expected) => {
    const user = { email: "ann@example.com", name: "Ann", role: "" };
    expect(answer(source, { user, locale: "pt-BR", timezone: "Pacific Standard Time" })).toBe(expected);
  });

  test.each([
    ["USEREMAIL()", "Email"],
    ["USERNAME()", "Name"],
    ['USERSETTINGS("a")', "Any"],
    ['INPUT("a", TODAY())', "Date"],
    ['SNAPSHOT("a")', "Image"],
    ['TEXT_ICON("a")', "Image"],
    ['LINKTOVIEW("a")', "App"],
    ['HYPERLINK("a", "b")', "Url"],
  ])("%s is of type %s", (source, type) => {
    expect(compile(source).type).toBe(type);
  });
});
