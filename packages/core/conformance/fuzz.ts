import {
  compile,
  type EvaluationContext,
  ExpressionError,
  functions,
  type Scope,
} from "../src/expression/index.ts";

/**
 * What one run over hostile sources met: sources whose compiling threw, or whose evaluating threw anything but
 * `ExpressionError`, and the slowest.
 */
export interface FuzzReport {
  readonly tried: number;
  readonly thrown: readonly { readonly source: string; readonly error: string }[];
  readonly slowest: { readonly source: string; readonly milliseconds: number };
}

/** Compiles and evaluates `count` sources made by `make` from a seeded stream of numbers. */
export function fuzz(count: number, seed: number, make: (random: () => number) => string): FuzzReport {
  const random = seeded(seed);
  const thrown: FuzzReport["thrown"][number][] = [];
  let slowest = { source: "", milliseconds: 0 };
  for (let tried = 0; tried < count; tried++) {
    const source = make(random);
    const start = performance.now();
    let isCompiled = false;
    try {
      const compiled = compile(source, scope);
      isCompiled = true;
      compiled.evaluate(context);
    } catch (error) {
      if (!(isCompiled && error instanceof ExpressionError))
        thrown.push({ source, error: String((error as Error).stack) });
    }
    const milliseconds = performance.now() - start;
    if (milliseconds > slowest.milliseconds) slowest = { source, milliseconds };
  }
  return { tried: count, thrown, slowest };
}

/** Up to 200 random bytes, read as Latin-1. */
export function randomBytes(random: () => number): string {
  const length = Math.floor(random() * 200);
  return Array.from({ length }, () => String.fromCharCode(Math.floor(random() * 256))).join("");
}

/** A valid expression changed in one to four places: a piece taken out, doubled, swapped or put in. */
export function mutated(random: () => number): string {
  let source = pick(random, corpus);
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--) source = mutate(source, random);
  return source;
}

/** Up to 40 words and signs of the language in any order. */
export function tokenSoup(random: () => number): string {
  const length = 1 + Math.floor(random() * 40);
  return Array.from({ length }, () => pick(random, TOKENS)).join(random() < 0.5 ? "" : " ");
}

function mutate(source: string, random: () => number): string {
  const pieces: string[] = source.match(/\[[^\]]*\]|"[^"]*"|[\p{L}\p{N}_.]+|\s+|./gu) ?? [];
  const at = Math.floor(random() * pieces.length);
  const change = Math.floor(random() * 6);
  const other = pick(random, change < 4 ? pieces.concat("") : INSERTIONS);
  if (change === 0) pieces.splice(at, 1);
  else if (change === 1) pieces.splice(at, 0, other);
  else if (change === 2) pieces[at] = other;
  else if (change === 3) pieces.push(...pieces.slice(0, 40));
  else if (change === 4) pieces.splice(at, 0, other);
  else pieces[at] = other;
  return pieces.join("").slice(0, 5_000);
}

const INSERTIONS = [
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ",",
  '"',
  "'",
  "=",
  "<>",
  "-",
  "&",
  "^",
  "%",
  ".",
  "@(",
  "\0",
  "\u{1F6A2}",
  "\uD800",
  "[_THISROW]",
  "[_THIS]",
  "[_THISROW-1].[N]",
  "Items[Name]",
  "999999999999999",
  "-1",
  '"12/31/2026"',
  '"000:00:01"',
  "TRUE",
  "LIST()",
  "[Tags]",
  "[Item].[Name]",
  '"x"',
  "NOW()",
  "[constructor]",
  "__proto__",
  "1e308",
  ...functions.map(({ name }) => `${name}(`),
];

/** Those that hold a source together are as likely as all others. */
const TOKENS = [
  ...INSERTIONS,
  ..."(((((()))))),,,,,,[]{}+-*/=<>&%^.".repeat(4),
  "[N]",
  "[Price]",
  "[Day]",
  '"DE"',
  "12",
];

const scope: Scope = {
  table: "Items",
  this: "N",
  tables: {
    Items: {
      key: "ID",
      columns: {
        ID: "Text",
        Name: "Name",
        N: "Number",
        Price: "Price",
        Day: "Date",
        At: "DateTime",
        Clock: "Time",
        Span: "Duration",
        Done: "Yes/No",
        Place: "LatLong",
        Tags: { type: "EnumList" },
        Item: { type: "Ref", table: "Items" },
      },
    },
  },
  slices: { Open: { table: "Items", filter: "NOT([Done])" } },
};

const items = Array.from({ length: 12 }, (_, index) => ({
  ID: `i${index}`,
  Name: index % 4 === 0 ? null : `Näme ${index}`,
  N: index % 5 === 0 ? null : index * 7 - 20,
  Price: index / 4,
  Day: `2026-0${1 + (index % 9)}-28`,
  At: "2026-03-14T15:09:26",
  Clock: "23:59:59",
  Span: "-100:00:01",
  Done: index % 3 === 0,
  Place: "51.5, -0.1",
  Tags: index % 2 === 0 ? [] : ["a", "B", "a"],
  Item: `i${(index * 5) % 13}`,
}));

const context: EvaluationContext = {
  row: items[3] ?? {},
  tables: { Items: items },
  now: "2026-03-14T15:09:26",
  random: () => 0.5,
  clock: () => performance.now(),
};

/** Valid expressions to start from: the examples of the functions and some about rows. */
const corpus: readonly string[] = [
  ...functions.flatMap(({ examples = [] }) => examples.map(([source]) => source)),
  'SELECT(Items[Name], AND([N] > [_THISROW].[N], IN("a", [Tags])), TRUE)',
  'TOP(ORDERBY(FILTER("Open", [Price] >= 0.25), [Price], TRUE, [Name]), 3)',
  "COUNT(SELECT(Items[ID], COUNT(SELECT(Items[N], [N] < [_THISROW-1].[N])) > 1))",
  '"Total: " & [N] * [Price] + 1 & " " & [Day] + 7 & ([At] - [Day])',
  "[Item].[Item].[Name] = [_THISROW].[Name]",
  "{1, 2.5, [Price]} + LIST([N]) - {2}",
];

function pick<T>(random: () => number, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** A repeatable stream of numbers from 0 up to but without 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
