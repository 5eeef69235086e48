import { type Figure, geometricMean, printTable, rounded } from "../figure.ts";
import { installPeers, type Measurement, medianFigures } from "../measurement.ts";
import type { Options } from "../read-options.ts";
import { allConditions, conditions, furtherConditions } from "./conditions.ts";
import { languagePeers, peersFolder } from "./peers.ts";

/** Runs the language half and answers with its table. */
export async function runLanguage(options: Options, report: (line: string) => void): Promise<string> {
  const figures = await medianFigures(languageMeasurements(options), options.rounds, report);
  const rows = languageQuestions.map(([what, atMost, unit, answer]) => {
    const value = typeof answer === "string" ? ratioOf(figures, answer) : answer(figures);
    const target = atMost === undefined ? "" : `≤ ${atMost}${unit === "×" ? " ×" : ` ${unit}`}`;
    const reached = atMost === undefined ? "" : value <= atMost ? "yes" : "no";
    return [what, `${rounded(value)} ${unit}`, target, reached];
  });
  const times = [...figures.values()].flatMap(({ name, milliseconds }) =>
    milliseconds === undefined ? [] : [[name, ...milliseconds.map(rounded)]],
  );
  return [
    `Language: ${options.rows} people, medians of ${options.rounds} rounds; 1.0 × is the same by hand over the same rows.`,
    printTable(["what", "measured", "target", "reached"], rows),
    await runPeers(options, figures, report),
    "Milliseconds, for orientation only:",
    printTable(["what", "measured", "reference"], times),
  ].join("\n\n");
}

/** Everything the language half measures of our own. */
function languageMeasurements({ rows, duration }: Options): readonly Measurement[] {
  const task = { rows, duration };
  const ofConditions = (measure: string, names: readonly { readonly name: string }[]) =>
    names.map(({ name }) => ({
      module: "./language/measure-conditions.ts",
      measure,
      task: { ...task, of: name },
    }));
  return [
    ...ofConditions("measureFace", allConditions),
    ...ofConditions("measureKernels", conditions),
    { module: "./language/measure-nested.ts", measure: "measureNested", task },
    { module: "./language/measure-parsing.ts", measure: "measureParsing", task },
    { module: "./language/measure-tables.ts", measure: "measureTop", task },
    { module: "./language/measure-tables.ts", measure: "measureLookUps", task },
    { module: "./language/measure-proof.ts", measure: "measureProof", task },
  ];
}

/**
 * Runs the peers asked for through the face each documents, every condition once in a process of its own, and answers
 * with their table, which begins with our own faces.
 */
async function runPeers(
  { peers, rows, duration }: Options,
  own: Figures,
  report: (line: string) => void,
): Promise<string> {
  const selection = Object.entries(languagePeers).filter(([key]) => peers === "all" || peers.includes(key));
  if (selection.length === 0) return "No peers were asked for.";
  if (!installPeers(peersFolder, report)) return "The peers could not be installed.";
  const lines = ["evaluate", "bind"].map((way) =>
    line(`Tablewright ${way}`, (name) => own.get(`${way}: ${name}`)?.ratio),
  );
  for (const [key, peer] of selection) {
    const ratios = new Map<string, number>();
    for (const { name } of peer.isFurther ? allConditions : conditions) {
      const task = { rows, duration, of: `${key}/${name}` };
      const measurement = { module: "./language/measure-conditions.ts", measure: "measurePeer", task };
      const figures = await medianFigures([measurement], 1, report);
      for (const { ratio } of figures.values()) ratios.set(name, ratio);
    }
    lines.push(line(peer.name, (name) => ratios.get(name)));
  }
  const further = furtherConditions.map(({ name }) => name);
  const table = printTable(["row objects, one at a time", "geometric mean", "conditions", ...further], lines);
  const inLines = {
    module: "./language/measure-nested.ts",
    measure: "measureNestedPeers",
    task: { rows, duration },
  };
  const nested = await medianFigures([inLines], 1, report);
  return `${table}\n\n${printTable(
    ["a sum of products of 20 lines that a condition picks", "of the same by hand"],
    [...nested.values()].map(({ name, ratio }) => [
      name.slice("nested peer: ".length),
      `${rounded(ratio)} ×`,
    ]),
  )}`;
}

/** The mean of the five conditions, and each of the further ones. */
function line(title: string, ratioFor: (name: string) => number | undefined): string[] {
  const ratios = conditions.flatMap(({ name }) => ratioFor(name) ?? []);
  const mean = ratios.length === 0 ? "left out" : `${rounded(geometricMean(ratios))} ×`;
  const further = furtherConditions.map(({ name }) => {
    const ratio = ratioFor(name);
    return ratio === undefined ? "" : `${rounded(ratio)} ×`;
  });
  return [title, mean, `${ratios.length} of ${conditions.length}`, ...further];
}

type Figures = ReadonlyMap<string, Figure>;

/** One line of the table: what is asked, what the answer should be at most, and the figure that is the answer, or how figures give it. */
type LanguageQuestion = readonly [
  what: string,
  atMost: number | undefined,
  unit: string,
  answer: string | ((figures: Figures) => number),
];

function ratioOf(figures: Figures, name: string): number {
  return figures.get(name)?.ratio ?? Number.NaN;
}

/** Over the five conditions. */
function overAll(kind: string, combine: (ratios: readonly number[]) => number) {
  return (figures: Figures) => combine(conditions.map(({ name }) => ratioOf(figures, `${kind}: ${name}`)));
}

/** One of the documented ways to evaluate: the mean of the five, then each of the nine. */
function face(way: string, what: string, atMost: number): readonly LanguageQuestion[] {
  return [
    [`${what}, geometric mean`, atMost, "×", overAll(way, geometricMean)],
    ...allConditions.map(({ name }) => [`· ${name}`, atMost, "×", `${way}: ${name}`] as const),
  ];
}

const languageQuestions: readonly LanguageQuestion[] = [
  ...face("evaluate", "compile(…).evaluate({ row })", 5),
  ...face("bind", "compiled.bind(context), its function", 4),
  ...face("filter", "compiled.filter(rows)", 3),
  ...face("map", "compiled.map(rows)", 3),
  ["a sum of products of 20 lines that a condition picks", 3, "×", "SUM of MAP over 20 lines"],
  ["a sum of a field of such lines", 3, "×", "SUM of SELECT over 20 lines"],
  [
    "inside: condition over single rows (closures), geometric mean",
    2,
    "×",
    overAll("closures", geometricMean),
  ],
  ...conditions.map(({ name }) => [`· ${name}`, undefined, "×", `closures: ${name}`] as const),
  [
    "inside: condition over a table (column kernels), geometric mean",
    0.3,
    "×",
    overAll("kernels", geometricMean),
  ],
  ...conditions.map(
    ({ name }) => [`· ${name}`, name === "IF chain" ? 3.5 : 1, "×", `kernels: ${name}`] as const,
  ),
  [
    "the first time over a table, columns made",
    undefined,
    "×",
    overAll("kernels, first time", geometricMean),
  ],
  ["by hand over typed arrays", undefined, "×", overAll("columns by hand", geometricMean)],
  [
    "after 60 other conditions, of its own fresh figure",
    1.3,
    "×",
    overAll("after others", (ratios) => Math.max(...ratios)),
  ],
  ["parse, check and plan 10 clauses, of a parse by hand", 10, "×", "prepared"],
  ["the same source again (remembered)", 0.05, "×", "prepared again"],
  ["TOP(ORDERBY(FILTER(…)), 10) over row objects, of a threshold scan", 5, "×", "top: bound"],
  ["inside: the same over rows", 5, "×", "top: expression"],
  ["· sorting all by hand", undefined, "×", "top: fullSort"],
  ["1,000 look-ups by foreign key, of a ready Map", 10, "×", "look-ups"],
  ["· the index built, too", 60, "×", "look-ups, index built"],
  ["a decision table of 1,000 × 8 proven", 1_000, "ms", "proof"],
  ["· the first time", undefined, "ms", "proof, first"],
];
