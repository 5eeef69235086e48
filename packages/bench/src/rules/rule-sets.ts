/** The same rules in the forms of three engines, made of a fixed seed. */
import { resolve } from "node:path";

/** Where the two others are installed. */
export const rulePeersFolder = resolve(import.meta.dirname, "../../rule-peers");

/** One rule: the region is this, the amount lies from `min` on, the quantity is this. */
interface Rule {
  readonly region: string;
  readonly min: number;
  readonly quantity: number;
}

export interface PlacedOrder {
  readonly customer: { readonly region: string };
  readonly amount: number;
  readonly quantity: number;
}

interface ComparedRules {
  readonly rules: readonly Rule[];
  readonly orders: readonly PlacedOrder[];
}

/** Rules of three conditions, of which a few hold for each order. */
export function makeRuleSet(count: number): ComparedRules {
  const draw = drawer();
  const region = () => `region ${draw(10)}`;
  const rules = Array.from({ length: count }, () => ({
    region: region(),
    min: draw(1_000),
    quantity: draw(20),
  }));
  const orders = Array.from({ length: 64 }, () => ({
    customer: { region: region() },
    amount: draw(300),
    quantity: draw(20),
  }));
  return { rules, orders };
}

/** Numbers from 0 up to but without a limit, the same each time. */
function drawer(): (limit: number) => number {
  let seed = 1;
  return (limit) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };
}

export function tablewrightRules({ rules }: ComparedRules): string {
  return JSON.stringify({
    tablewright: 1,
    rules: { id: "bench" },
    facts: {
      customer: { type: "Object", fields: { region: "Text" } },
      amount: "Number",
      quantity: "Number",
    },
    decisions: {
      Hits: {
        hit: "collect",
        outputs: { Hits: "Number" },
        rules: rules.map(({ region, min, quantity }, index) => ({
          name: `R${index}`,
          when: `AND([customer].[region] = "${region}", [amount] >= ${min}, [quantity] = ${quantity})`,
          set: { Hits: index },
        })),
      },
    },
  });
}

/** Rules as json-rules-engine has them; the type of an event is the place of its rule. */
export function jsonRules({ rules }: ComparedRules): readonly object[] {
  return rules.map(({ region, min, quantity }, index) => ({
    conditions: {
      all: [
        { fact: "customer", path: "$.region", operator: "equal", value: region },
        { fact: "amount", operator: "greaterThanInclusive", value: min },
        { fact: "quantity", operator: "equal", value: quantity },
      ],
    },
    event: { type: String(index) },
  }));
}

/** A decision graph of ZEN with one table, which collects. */
export function zenTable({ rules }: ComparedRules): object {
  const input = { id: "in", name: "in", type: "inputNode", position: { x: 0, y: 0 } };
  const output = { id: "out", name: "out", type: "outputNode", position: { x: 0, y: 0 } };
  const content = {
    hitPolicy: "collect",
    inputs: [
      { id: "a", name: "region", field: "customer.region" },
      { id: "b", name: "amount", field: "amount" },
      { id: "c", name: "quantity", field: "quantity" },
    ],
    outputs: [{ id: "o", name: "hit", field: "hit" }],
    rules: rules.map(({ region, min, quantity }, index) => ({
      _id: `r${index}`,
      a: `"${region}"`,
      b: `>= ${min}`,
      c: String(quantity),
      o: String(index),
    })),
  };
  const table = { id: "t", name: "t", type: "decisionTableNode", position: { x: 0, y: 0 }, content };
  const edges = [
    { id: "e1", sourceId: "in", targetId: "t", type: "edge" },
    { id: "e2", sourceId: "t", targetId: "out", type: "edge" },
  ];
  return { contentType: "application/vnd.gorules.decision", nodes: [input, output, table], edges };
}

/** A decision table of eight inputs under `first`, and facts for it. */
export function makeTable(rows: number): { readonly definition: string; readonly facts: readonly object[] } {
  const draw = drawer();
  const day = (offset: number) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);
  const region = () => `region ${draw(10)}`;
  const types = {
    a: "Text",
    b: "Number",
    c: "Number",
    d: "Text",
    e: "Yes/No",
    f: "Decimal",
    g: "Date",
    h: "Number",
  };
  const cells = (index: number) => {
    const low = draw(1_000);
    const from = draw(300);
    return [
      region(),
      `[${low}..${low + 100})`,
      `>= ${draw(50)}`,
      draw(2) === 0 ? "-" : `not(${region()})`,
      draw(3) === 0 ? "-" : "true",
      `< ${draw(100) / 10}`,
      `[${day(from)}..${day(from + 100)}]`,
      draw(2) === 0 ? "-" : String(draw(5)),
      index,
    ];
  };
  const decision = {
    type: "Number",
    hit: "first",
    inputs: Object.keys(types).map((name) => `[${name}]`),
    rows: Array.from({ length: rows }, (_, index) => cells(index)),
    otherwise: -1,
  };
  const facts = Array.from({ length: 64 }, () => ({
    a: region(),
    b: draw(1_100),
    c: draw(60),
    d: region(),
    e: draw(2) === 1,
    f: draw(100) / 10,
    g: day(draw(400)),
    h: draw(5),
  }));
  const definition = { tablewright: 1, rules: { id: "table" }, facts: types, decisions: { Row: decision } };
  return { definition: JSON.stringify(definition), facts };
}
