import fc from "fast-check";
import { expect, test } from "vitest";
import { loadRules, type Rules } from "../../src/decisions/index.ts";
import type { Diagnostic } from "../../src/diagnostics/index.ts";
import type { JsonValue } from "../../src/values/index.ts";

/** More of each kind: `TABLEWRIGHT_TABLES=1000 npm test -- random-tables`, from a seed of one's own with `TABLEWRIGHT_SEED=5`. */
const count = Number(process.env.TABLEWRIGHT_TABLES ?? 25);
const seed = Number(process.env.TABLEWRIGHT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** A value domain as positions in a row: a cell takes some that are side by side. */
interface Input {
  readonly name: string;
  readonly fact: object;
  /** Values at each position, none where no value lies there. */
  readonly positions: readonly (readonly JsonValue[])[];
  /** The cell for positions from `from` up to but without `to`. */
  cell(from: number, to: number): JsonValue;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

type Region = readonly Range[];

interface Row {
  readonly cells: readonly JsonValue[];
  readonly output: string;
}

interface Table {
  readonly hit: "unique" | "any" | "first" | "priority";
  readonly inputs: readonly Input[];
  readonly rows: readonly Row[];
  readonly canBeBlank: boolean;
}

type Draw = fc.GeneratorValue;

const OUTPUTS = ["a", "b", "c", "d"];

/** Before, at and after each cut, in turn. */
function numbersAt(
  draw: Draw,
  name: string,
  step: number,
  write: (value: number) => string,
  type: string,
): Input {
  const cuts = draw(fc.uniqueArray, fc.integer({ min: 2, max: 18 }), { minLength: 1, maxLength: 3 })
    .map((cut) => Number(cut) * (step === 1 ? 1 : 5))
    .sort((a, b) => a - b);
  const [low, high] = [0, step === 1 ? 20 : 100];
  const ends = [low - step, ...cuts, high + step];
  const positions = ends.slice(0, -1).flatMap((end, index) => {
    const next = ends[index + 1] as number;
    const between = [end + step, next - step].filter((value) => value > end && value < next);
    const here = index === 0 ? [] : [[json(end)]];
    return [...here, [...new Set(between)].map(json)];
  });
  function json(value: number): JsonValue {
    return type === "Date" ? write(value) : value;
  }
  const cutAt = (position: number) => write(cuts[Math.floor((position - 1) / 2)] as number);
  const isPoint = (position: number) => position % 2 === 1;
  return {
    name,
    fact: { type, min: json(low), max: json(high) },
    positions,
    cell(from, to) {
      const last = to - 1;
      const all = positions.length;
      if (from === 0 && to === all) return "-";
      if (from === last && isPoint(from)) return `${cutAt(from)}`;
      const first = isPoint(from) ? `>= ${cutAt(from)}` : `> ${cutAt(from - 1)}`;
      const end = isPoint(last) ? `<= ${cutAt(last)}` : `< ${cutAt(last + 1)}`;
      if (to === all) return first;
      if (from === 0) return end;
      const open = isPoint(from) ? `[${cutAt(from)}` : `(${cutAt(from - 1)}`;
      return `${open}..${isPoint(last) ? `${cutAt(last)}]` : `${cutAt(last + 1)})`}`;
    },
  };
}

function textsAt(name: string, values: readonly string[], isOpen: boolean): Input {
  return {
    name,
    fact: isOpen ? { type: "Text" } : { type: "Enum", values },
    positions: isOpen ? [...values.map((one) => [one]), ["zinc"]] : values.map((one) => [one]),
    cell(from, to) {
      const all = isOpen ? values.length + 1 : values.length;
      if (from === 0 && to === all) return "-";
      const isRest = to === all && (isOpen || from % 2 === 1);
      return isRest ? `not(${values.slice(0, from).join(", ")})` : values.slice(from, to).join(", ");
    },
  };
}

function truthAt(name: string): Input {
  return {
    name,
    fact: { type: "Yes/No" },
    positions: [[true], [false]],
    cell: (from, to) => (to - from === 2 ? "-" : from === 0),
  };
}

function drawInput(draw: Draw, index: number): Input {
  const name = `x${index}`;
  const day = (value: number) => `2026-01-${String(value + 1).padStart(2, "0")}`;
  switch (draw(fc.nat, 5)) {
    case 0:
      return numbersAt(draw, name, 1, String, "Number");
    case 1:
      return numbersAt(draw, name, 0.5, String, "Decimal");
    case 2:
      return numbersAt(draw, name, 1, day, "Date");
    case 3:
      return textsAt(name, ["gold", "silver", "none"], false);
    case 4:
      return textsAt(name, ["gold", "silver"], true);
    default:
      return truthAt(name);
  }
}

/** Regions that share no point and leave none out. */
function divide(draw: Draw, region: Region, pieces: number): Region[] {
  const wide = region.flatMap(({ from, to }, index) => (to - from > 1 ? [index] : []));
  if (pieces <= 1 || wide.length === 0) return [[...region]];
  const at = wide[draw(fc.nat, wide.length - 1)] as number;
  const { from, to } = region[at] as Range;
  const cut = from + 1 + draw(fc.nat, to - from - 2);
  const left = 1 + draw(fc.nat, Math.max(0, pieces - 2));
  const part = (range: Range) => region.map((one, index) => (index === at ? range : one));
  return [
    ...divide(draw, part({ from, to: cut }), left),
    ...divide(draw, part({ from: cut, to }), pieces - left),
  ];
}

type Kind = "clean" | "gap" | "overlap" | "unreachable" | "never" | "any";

function drawTable(draw: Draw, kind: Kind): Table {
  const inputs = Array.from({ length: 1 + draw(fc.nat, 2) }, (_, index) => drawInput(draw, index));
  const whole = inputs.map(({ positions }) => ({ from: 0, to: positions.length }));
  let regions = divide(draw, whole, 2 + draw(fc.nat, 8));
  const place = draw(fc.nat, regions.length - 1);
  if (kind === "gap") regions = regions.filter((_, index) => index !== place);
  if (kind === "overlap")
    regions = regions.map((one, index) => (index === place ? widened(draw, one, whole) : one));
  if (kind === "unreachable") regions.push(narrowed(draw, regions[place] as Region));
  if (kind === "any")
    regions = regions.map((one) => (draw(fc.boolean) ? widened(draw, one, whole) : narrowed(draw, one)));
  const rows: Row[] = regions.map((region) => ({
    cells: region.map(({ from, to }, index) => inputs[index]?.cell(from, to) ?? "-"),
    output: draw(fc.constantFrom, ...OUTPUTS),
  }));
  if (kind === "never") {
    const at = draw(fc.nat, inputs.length - 1);
    const impossible = impossibleCell(inputs[at] as Input);
    if (impossible !== undefined)
      rows.splice(place, 0, {
        cells: inputs.map((_, index) => (index === at ? impossible : "-")),
        output: "a",
      });
  }
  const hits = { clean: 4, gap: 4, overlap: 2, unreachable: 1, never: 4, any: 4 }[kind];
  const hit =
    kind === "unreachable"
      ? draw(fc.constantFrom, "first", "priority")
      : draw(fc.constantFrom, ...(["unique", "any", "first", "priority"] as const).slice(0, hits));
  return { hit: hit as Table["hit"], inputs, rows, canBeBlank: draw(fc.nat, 3) === 0 };
}

function widened(draw: Draw, region: Region, whole: Region): Region {
  const at = draw(fc.nat, region.length - 1);
  return region.map(({ from, to }, index) => {
    const all = (whole[index] as Range).to;
    if (index !== at) return { from, to };
    return { from: Math.max(0, from - draw(fc.nat, 2)), to: Math.min(all, to + draw(fc.nat, 2)) };
  });
}

function narrowed(draw: Draw, region: Region): Region {
  return region.map(({ from, to }) => {
    const first = from + draw(fc.nat, to - from - 1);
    return { from: first, to: first + 1 + draw(fc.nat, to - first - 1) };
  });
}

function impossibleCell({ fact, positions }: Input): JsonValue | undefined {
  const { type } = fact as { type?: string };
  if (type === "Number") return "[9..3]";
  if (type === "Decimal") return "> 100";
  if (type === "Date") return "(2026-01-05..2026-01-06)";
  return type === "Enum" ? `not(${positions.flat().join(", ")})` : undefined;
}

function load({ hit, inputs, rows, canBeBlank }: Table, policy: string = hit) {
  const facts = inputs.map(({ name, fact }) => {
    return [name, { ...fact, required: !canBeBlank }];
  });
  const text = JSON.stringify({
    tablewright: 1,
    rules: { id: "r" },
    facts: Object.fromEntries(facts),
    decisions: {
      D: {
        type: "Enum",
        values: OUTPUTS,
        hit: policy,
        inputs: inputs.map(({ name }) => `[${name}]`),
        rows: rows.map(({ cells, output }) => [...cells, output]),
      },
    },
  });
  const { output, diagnostics } = loadRules(text);
  if (output === undefined) throw new Error(`${JSON.stringify(diagnostics)} ${text}`);
  return { rules: output, diagnostics };
}

/** Every point of the grid, with the rows that match there, as the decision itself finds them. */
function* matches(rules: Rules, inputs: readonly Input[], canBeBlank: boolean) {
  const domains = inputs.map(({ positions }) => [...positions.flat(), ...(canBeBlank ? [null] : [])]);
  let points: Record<string, JsonValue>[] = [{}];
  for (const [index, values] of domains.entries())
    points = points.flatMap((point) =>
      values.map((value) => ({ ...point, [inputs[index]?.name ?? ""]: value })),
    );
  for (const facts of points) yield { facts, rows: rules.decide(facts).fired.map(({ row }) => row) };
}

/** What is wrong, by trying every point. */
function truthOf(table: Table): ReadonlySet<string> {
  const { hit, inputs, rows, canBeBlank } = table;
  const strength = ({ output }: Row) => (hit === "priority" ? OUTPUTS.indexOf(output) : 0);
  const order = rows
    .map((_, index) => index)
    .sort((a, b) => strength(rows[a] as Row) - strength(rows[b] as Row) || a - b);
  const decides = (matching: readonly number[]) => order.find((index) => matching.includes(index + 1)) ?? -1;
  const faults = new Set<string>();
  const [met, reached] = [new Set<number>(), new Set<number>()];
  for (const { rows: matching } of matches(load(table, "collect list").rules, inputs, canBeBlank)) {
    if (matching.length === 0) faults.add("gap");
    for (const row of matching) met.add(row);
    reached.add(decides(matching) + 1);
    if (hit === "first" || hit === "priority") continue;
    for (const one of matching)
      for (const other of matching)
        if (one < other && (hit === "unique" || rows[one - 1]?.output !== rows[other - 1]?.output))
          faults.add(`overlap ${one} ${other}`);
  }
  for (const [index] of rows.entries()) {
    if (!met.has(index + 1)) faults.add(`never ${index + 1}`);
    else if ((hit === "first" || hit === "priority") && !reached.has(index + 1))
      faults.add(`unreachable ${index + 1}`);
  }
  return faults;
}

/** What a warning says, in the form of the truth; throws where its example does not show it. */
function faultOf(table: Table, { code, message, example }: Diagnostic): string {
  const numbers = [...(message.split("{")[0] ?? "").matchAll(/row (\d+)/gi)].map((match) => Number(match[1]));
  const kind = code === "logic/never-true" ? "never" : code.slice("logic/".length);
  if (example !== undefined) {
    const { fired, diagnostics } = load(table, "collect list").rules.decide(example);
    expect(diagnostics).toEqual([]);
    const rows = fired.map(({ row }) => row);
    if (kind === "gap") expect(rows, message).toEqual([]);
    else for (const row of numbers) expect(rows, message).toContain(row);
  }
  if (kind === "gap") return kind;
  if (kind === "overlap") return [kind, ...numbers.sort((a, b) => a - b)].join(" ");
  return `${kind} ${numbers[0]}`;
}

test.each<Kind>(["clean", "gap", "overlap", "unreachable", "never", "any"])(
  "every fault of random tables, %s, is found, and nothing else is",
  (kind) => {
    let [faults, missed] = [0, 0];
    fc.assert(
      fc.property(fc.gen(), (draw) => {
        const table = drawTable(draw, kind);
        const truth = truthOf(table);
        const found = new Set(load(table).diagnostics.map((one) => faultOf(table, one)));
        expect(
          [...found].filter((one) => !truth.has(one)),
          JSON.stringify(table.rows),
        ).toEqual([]);
        const overlaps = [...truth].filter((one) => one.startsWith("overlap"));
        // A list tells at most 20.
        if (overlaps.length > 20) return;
        faults += truth.size;
        missed += [...truth].filter((one) => !found.has(one)).length;
      }),
      { numRuns: count, seed },
    );
    if (process.env.TABLEWRIGHT_TABLES !== undefined)
      console.info(`${kind}: ${count} tables from seed ${seed}, ${faults} faults, ${missed} missed`);
    expect(missed).toBe(0);
  },
  600_000,
);
