import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { bundlePackage } from "@tablewright/tooling/bundle-package";
import { build } from "esbuild";
import { type Figure, geometricMean } from "../figure.ts";
import { installPeers } from "../install-peers.ts";
import { type Measurement, medianFigures } from "../measurement.ts";
import { printTable, rounded } from "../print-table.ts";
import type { Options } from "../read-options.ts";
import { conditions, furtherConditions } from "./conditions.ts";
import { type Peer, peersFolder } from "./peers/peer.ts";
import { languageQuestions } from "./questions.ts";

/** Runs the language half and answers with its table. */
export async function runLanguage(options: Options, report: (line: string) => void): Promise<string> {
  const figures = await medianFigures(await languageMeasurements(options), options.rounds, report);
  const rows = languageQuestions.map(({ what, atMost, unit, answer }) => {
    const value = answer(figures);
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

/** Where `@tablewright/core/expression` was built: as it is published, and in one file as an application ships it. */
interface BuiltCore {
  /** The folder that the package is installed in. */
  readonly folder: string;
  readonly published: string;
  readonly bundled: string;
}

/**
 * Builds into a temporary folder that holds the package and its dependencies, as an installation does. The package.json comes along:
 * without it Node reads every file twice to find out that it is a module.
 */
export async function buildCore(): Promise<BuiltCore> {
  const core = resolve(import.meta.dirname, "../../../core");
  const folder = mkdtempSync(join(tmpdir(), "tablewright-bench-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const installed = join(folder, "node_modules/@tablewright/core");
  await bundlePackage(core, join(installed, "dist"));
  copyFileSync(join(core, "package.json"), join(installed, "package.json"));
  const { dependencies } = JSON.parse(readFileSync(join(core, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(join(core, "node_modules", name)), link);
  }
  const published = join(installed, "dist/expression/index.js");
  const bundled = join(folder, "expression.js");
  await build({
    entryPoints: [published],
    outfile: bundled,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    logLevel: "silent",
  });
  return { folder, published, bundled };
}

/** Everything the language half measures of our own. */
async function languageMeasurements({ rows, duration }: Options): Promise<readonly Measurement[]> {
  const task = { rows, duration };
  const { folder, published, bundled } = await buildCore();
  return [
    ...[...conditions, ...furtherConditions].map(({ name }) => ({
      module: "./language/measure-face.ts",
      task: { ...task, of: name },
    })),
    ...conditions.map(({ name }) => ({
      module: "./language/measure-condition.ts",
      task: { ...task, of: name },
    })),
    { module: "./language/measure-nested.ts", task },
    { module: "./language/measure-parsing.ts", task },
    { module: "./language/measure-first-result.ts", task: { ...task, of: published }, flags: [] },
    { module: "./language/measure-first-result.ts", task: { ...task, of: bundled }, flags: [] },
    { module: "./language/measure-bundle.ts", task: { ...task, of: folder } },
    { module: "./language/measure-top.ts", task },
    { module: "./language/measure-look-ups.ts", task },
    { module: "./language/measure-proof.ts", task },
  ];
}

/**
 * Runs the peers asked for through the face each documents, every condition once in a process of its own, and answers
 * with their table, which begins with our own faces.
 */
async function runPeers(
  { peers, rows, duration }: Options,
  own: ReadonlyMap<string, Figure>,
  report: (line: string) => void,
): Promise<string> {
  const modules = peers === "all" ? peerModules : peerModules.filter((module) => peers.includes(module));
  if (modules.length === 0) return "No peers were asked for.";
  if (!installPeers(peersFolder, report)) return "The peers could not be installed.";
  const lines = ["evaluate", "bind"].map((way) =>
    line(`Tablewright ${way}`, (name) => own.get(`${way}: ${name}`)?.ratio),
  );
  for (const module of modules) {
    const { peer } = (await import(`./peers/${module}.ts`)) as { peer: Peer };
    const ratios = new Map<string, number>();
    for (const { name } of peer.isFurther ? [...conditions, ...furtherConditions] : conditions) {
      const task = { rows, duration, of: `${module}/${name}` };
      const figures = await medianFigures([{ module: "./language/measure-peer.ts", task }], 1, report);
      for (const { ratio } of figures.values()) ratios.set(name, ratio);
    }
    lines.push(line(peer.name, (name) => ratios.get(name)));
  }
  const further = furtherConditions.map(({ name }) => name);
  const table = printTable(["row objects, one at a time", "geometric mean", "conditions", ...further], lines);
  const task = { rows, duration };
  const nested = await medianFigures([{ module: "./language/measure-nested-peers.ts", task }], 1, report);
  const sums = [...nested.values()].map(
    ({ name, ratio }) => [name.slice("nested peer: ".length), ratio] as const,
  );
  return `${table}\n\n${printTable(
    ["a sum of products of 20 lines that a condition picks", "of the same by hand"],
    sums.map(([name, ratio]) => [name, `${rounded(ratio)} ×`]),
  )}`;
}

/** The mean of the five conditions, and each of the further ones. */
function line(title: string, ratioOf: (name: string) => number | undefined): string[] {
  const ratios = conditions.flatMap(({ name }) => ratioOf(name) ?? []);
  const mean = ratios.length === 0 ? "left out" : `${rounded(geometricMean(ratios))} ×`;
  const further = furtherConditions.map(({ name }) => {
    const ratio = ratioOf(name);
    return ratio === undefined ? "" : `${rounded(ratio)} ×`;
  });
  return [title, mean, `${ratios.length} of ${conditions.length}`, ...further];
}

/** The modules of the peers; each exports its `peer`. */
const peerModules: readonly string[] = [
  "subscript",
  "cel-js",
  "json-logic-engine",
  "bufbuild-cel",
  "jexl",
  "mathjs",
  "jsonata",
  "hyperformula",
  "arquero",
  "filtrex",
];
