import { describe, expect, test } from "vitest";
import { diagnose } from "./diagnose.ts";
import { DiagnosticList, isFull, joinDiagnostics } from "./diagnostic-list.ts";

const error = (row: number) => diagnose("key/missing", { name: "Id" }, { row });
const warning = (row: number) => diagnose("row/deleted-since", { key: "a" }, { row });
const codes = (list: DiagnosticList) => list.all.map(({ code }) => code);

function listOf(errors: number, warnings = 0): DiagnosticList {
  return fill(new DiagnosticList(), errors, warnings);
}

function fill(list: DiagnosticList, errors: number, warnings: number): DiagnosticList {
  for (let row = 1; row <= errors; row++) list.add(error(row));
  for (let row = 1; row <= warnings; row++) list.add(warning(row));
  return list;
}

describe("DiagnosticList", () => {
  test("lists all of a few, in their order", () => {
    expect(listOf(2, 1).all).toEqual([error(1), error(2), warning(1)]);
    expect(listOf(100, 100).all).toHaveLength(200);
  });

  test("lists the first of many, and says how many more there are", () => {
    const { all } = listOf(1_000, 101);
    expect(all).toHaveLength(202);
    expect(all.slice(0, 100).map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(all.slice(-2)).toEqual([
      {
        code: "limit/errors",
        severity: "error",
        more: 900,
        message: "There are 900 more errors, not listed here.",
      },
      {
        code: "limit/warnings",
        severity: "warning",
        more: 1,
        message: "There is 1 more warning, not listed here.",
      },
    ]);
  });

  test("an error behind any number of warnings is listed", () => {
    const list = listOf(0, 1_000);
    list.add(error(7));
    expect(codes(list).filter((code) => code === "key/missing")).toHaveLength(1);
  });

  test("lists that were cut are joined as if they had not been", () => {
    const joined = new DiagnosticList([...listOf(150).all, ...listOf(30, 120).all]);
    expect(joined.all).toHaveLength(202);
    expect(joined.all.slice(-2).map(({ more }) => more)).toEqual([80, 20]);
  });

  test("where work ended early, the number of further errors is unknown", () => {
    const list = listOf(100);
    expect(list.isFull).toBe(true);
    list.stop();
    const { all } = new DiagnosticList(list.all);
    expect(all).toHaveLength(101);
    expect(all.at(-1)?.message).toBe(
      "There are 100 errors and maybe more: the rest of the call was not looked at.",
    );
    expect([isFull(all), isFull(listOf(99, 500).all)]).toEqual([true, false]);
  });

  test("lists that were closed are joined as one that was never closed", () => {
    const whole = fill(listOf(60, 90), 70, 150).all;
    expect(joinDiagnostics(listOf(60, 90).all, [], listOf(70, 150).all)).toEqual(whole);
    expect(whole.slice(-2).map(({ message }) => message)).toEqual([
      "There are 30 more errors, not listed here.",
      "There are 140 more warnings, not listed here.",
    ]);
    expect([joinDiagnostics(), joinDiagnostics([], listOf(3, 500).all)]).toEqual([[], listOf(3, 500).all]);
  });

  test("a warning that is not listed is not worded", () => {
    const list = new DiagnosticList();
    let worded = 0;
    for (let row = 1; row <= 5_000; row++) {
      list.warn(() => {
        worded += 1;
        return warning(row);
      });
    }
    expect([worded, list.all.at(-1)?.more]).toEqual([100, 4_900]);
  });

  test("the first twenty names are compared with others", () => {
    const list = new DiagnosticList();
    const suggested = Array.from({ length: 30 }, () => list.suggest("Nane", ["Name"]));
    expect(suggested.filter((one) => one === "Name")).toHaveLength(20);
  });

  test("compares no more letters for all suggestions together than for five among very many names", () => {
    const list = new DiagnosticList();
    const names = ["Name", ...Array.from({ length: 300 }, (_, at) => `${at} ${"column".repeat(20)}`)];
    const long = "another".repeat(10);
    expect(list.suggest("Nane", names)).toBe("Name");
    for (let time = 0; time < 5; time++) expect(list.suggest(long, names)).toBeUndefined();
    expect(list.suggest("Nane", names)).toBeUndefined();
  });
});
