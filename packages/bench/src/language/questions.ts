import { type Figure, geometricMean } from "../figure.ts";
import { conditions, furtherConditions } from "./conditions.ts";

/** One line of the table: what is asked, what the answer should be at most, and how the figures answer it. */
export interface LanguageQuestion {
  readonly what: string;
  readonly atMost: number | undefined;
  readonly unit: string;
  readonly answer: (figures: ReadonlyMap<string, Figure>) => number;
}

const names = conditions.map(({ name }) => name);

function one(figure: string): LanguageQuestion["answer"] {
  return (figures) => figures.get(figure)?.ratio ?? Number.NaN;
}

/** Over the five conditions. */
function overAll(kind: string, combine: (ratios: readonly number[]) => number): LanguageQuestion["answer"] {
  return (figures) => combine(names.map((name) => figures.get(`${kind}: ${name}`)?.ratio ?? Number.NaN));
}

function question(
  what: string,
  atMost: number | undefined,
  unit: string,
  answer: LanguageQuestion["answer"],
): LanguageQuestion {
  return { what, atMost, unit, answer };
}

const largest = (ratios: readonly number[]) => Math.max(...ratios);

/** One of the documented ways to evaluate: the mean of the five, then each of the nine. */
function face(way: string, what: string, atMost: number): readonly LanguageQuestion[] {
  return [
    question(`${what}, geometric mean`, atMost, "×", overAll(way, geometricMean)),
    ...[...conditions, ...furtherConditions].map(({ name }) =>
      question(`· ${name}`, atMost, "×", one(`${way}: ${name}`)),
    ),
  ];
}

export const languageQuestions: readonly LanguageQuestion[] = [
  ...face("evaluate", "compile(…).evaluate({ row })", 5),
  ...face("bind", "compiled.bind(context), its function", 4),
  ...face("filter", "compiled.filter(rows)", 3),
  ...face("map", "compiled.map(rows)", 3),
  question("a sum of products of 20 lines that a condition picks", 3, "×", one("SUM of MAP over 20 lines")),
  question("a sum of a field of such lines", 3, "×", one("SUM of SELECT over 20 lines")),
  question(
    "inside: condition over single rows (closures), geometric mean",
    2,
    "×",
    overAll("closures", geometricMean),
  ),
  ...names.map((name) => question(`· ${name}`, undefined, "×", one(`closures: ${name}`))),
  question(
    "inside: condition over a table (column kernels), geometric mean",
    0.3,
    "×",
    overAll("kernels", geometricMean),
  ),
  ...names.map((name) => question(`· ${name}`, name === "IF chain" ? 3.5 : 1, "×", one(`kernels: ${name}`))),
  question(
    "the first time over a table, columns made",
    undefined,
    "×",
    overAll("kernels, first time", geometricMean),
  ),
  question("by hand over typed arrays", undefined, "×", overAll("columns by hand", geometricMean)),
  question("after 60 other conditions, of its own fresh figure", 1.3, "×", overAll("after others", largest)),
  question("parse, check and plan 10 clauses, of a parse by hand", 10, "×", one("prepared")),
  question("the same source again (remembered)", 0.05, "×", one("prepared again")),
  question("import to first result, package as published", 80, "ms", one("first result")),
  question("import to first result, in one bundled file", undefined, "ms", one("first result, bundled")),
  question("./expression in a page, minified, gzipped", 130, "kB", one("bundle: ./expression")),
  question("./expression/small in a page, minified, gzipped", 105, "kB", one("bundle: ./expression/small")),
  question("TOP(ORDERBY(FILTER(…)), 10) over row objects, of a threshold scan", 5, "×", one("top: bound")),
  question("inside: the same over rows", 5, "×", one("top: expression")),
  question("· sorting all by hand", undefined, "×", one("top: fullSort")),
  question("1,000 look-ups by foreign key, of a ready Map", 10, "×", one("look-ups")),
  question("· the index built, too", 60, "×", one("look-ups, index built")),
  question("a decision table of 1,000 × 8 proven", 1_000, "ms", one("proof")),
  question("· the first time", undefined, "ms", one("proof, first")),
];
