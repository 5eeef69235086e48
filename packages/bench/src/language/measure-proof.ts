import { checkDecisions } from "../../../core/src/decisions/check-decisions.ts";
import { loadRuleSet } from "../../../core/src/decisions/load-rules.ts";
import { DefinitionReport } from "../../../core/src/yaml/definition-report.ts";
import { readYaml } from "../../../core/src/yaml/read-yaml.ts";
import { type Measure, medianOf } from "../figure.ts";
import { seededRandom } from "../seeded-random.ts";

/** Inputs of the table: five whole numbers from 0 to 999, and three of eight words. */
const NUMBERS = 5;
const INPUTS = 8;
const WORDS = ["a", "b", "c", "d", "e", "f", "g", "h"];
const ROWS = 1_000;

/** From the first position up to but without the second, for each input. */
type Region = readonly (readonly [number, number])[];

/** A decision table of 1,000 rows by 8 inputs that leaves nothing out but one row's place, analysed as it is loaded, in milliseconds. */
export const measureProof: Measure = () => {
  const text = JSON.stringify(tableWithGap());
  const { output: set } = loadRuleSet(text);
  const source = readYaml(text, undefined).output;
  if (set === undefined || source === undefined) throw new Error("The table does not load.");
  const times = Array.from({ length: 9 }, () => {
    const report = new DefinitionReport(source);
    const start = performance.now();
    checkDecisions(report, set);
    const end = performance.now();
    const codes = report.diagnostics.map(({ code }) => code);
    if (codes.join() !== "logic/gap") throw new Error(`The gap was not found: ${codes.join()}`);
    return end - start;
  });
  return [
    { name: "proof, first", ratio: times[0] ?? Number.NaN },
    { name: "proof", ratio: medianOf(times) },
  ];
};

function tableWithGap(): object {
  const random = seededRandom(20_261_127);
  const whole: Region = Array.from({ length: INPUTS }, (_, input) => [0, sizeOf(input)] as const);
  const regions = divide(whole, ROWS + 1, random).toSpliced(ROWS / 2, 1);
  const facts = whole.map((_, input) => [
    `x${input}`,
    input < NUMBERS
      ? { type: "Number", required: true, min: 0, max: 999 }
      : { type: "Enum", required: true, values: WORDS },
  ]);
  return {
    tablewright: 1,
    rules: { id: "proof" },
    facts: Object.fromEntries(facts),
    decisions: {
      D: {
        type: "Number",
        hit: "unique",
        inputs: whole.map((_, input) => `[x${input}]`),
        rows: regions.map((region, row) => [...region.map(cellOf), row]),
      },
    },
  };
}

function sizeOf(input: number): number {
  return input < NUMBERS ? 1_000 : WORDS.length;
}

function cellOf([from, to]: readonly [number, number], input: number): string {
  if (to - from === sizeOf(input)) return "-";
  return input < NUMBERS ? `[${from}..${to})` : WORDS.slice(from, to).join(", ");
}

/** Regions that share no point and leave none out. */
function divide(region: Region, pieces: number, random: () => number): Region[] {
  if (pieces <= 1) return [region];
  const wide = region.flatMap(([from, to], input) => (to - from > 1 ? [input] : []));
  const at = wide[Math.floor(random() * wide.length)] as number;
  const [from, to] = region[at] as readonly [number, number];
  const cut = from + 1 + Math.floor(random() * (to - from - 1));
  const left = 1 + Math.floor(random() * (pieces - 1));
  const part = (range: readonly [number, number]) => region.map((one, input) => (input === at ? range : one));
  return [...divide(part([from, cut]), left, random), ...divide(part([cut, to]), pieces - left, random)];
}
