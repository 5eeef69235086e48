import { Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files.ts";

/** Every item becomes an argument on the stack, which overflows at some 100,000 of them. */
const TAKING_ANY_NUMBER = [
  "push",
  "unshift",
  "splice",
  "concat",
  "min",
  "max",
  "fromCharCode",
  "fromCodePoint",
];

/** Contracts and benchmarks choose their own data. */
const shipped = sourceFiles.filter((file) => !["store-contract", "bench"].includes(file.package));

test("no list of any length is spread into arguments", () => {
  expect(
    shipped.flatMap(spreadsIn),
    "Add the items one by one, or reduce: a list that comes of a request can be longer than the stack is deep.",
  ).toEqual([]);
});

test("a spread into arguments is seen", () => {
  const file = shipped.find((one) => callsWithSpread(one).length > 0);
  expect(
    file,
    "Calls of other functions may spread, and there are some: this check reads them.",
  ).toBeDefined();
});

function spreadsIn(file: SourceFile): string[] {
  if (!TAKING_ANY_NUMBER.some((name) => file.text.includes(name))) return [];
  return callsWithSpread(file)
    .filter(({ name }) => TAKING_ANY_NUMBER.includes(name))
    .map(({ name, start }) => `${file.path}:${file.text.slice(0, start).split("\n").length} ${name}(...)`);
}

/** To make a tree of each file takes long, and most have nothing to spread, or nothing but members. */
function callsWithSpread({ parsed, text }: SourceFile): { readonly name: string; readonly start: number }[] {
  const calls: { name: string; start: number }[] = [];
  if (!text.includes("...")) return calls;
  const visitor = new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      if (!given.some(({ type }) => type === "SpreadElement")) return;
      const method = callee.type === "MemberExpression" ? callee.property : undefined;
      calls.push({ name: method?.type === "Identifier" ? method.name : "", start });
    },
  });
  visitor.visit(parsed.program);
  return calls;
}
