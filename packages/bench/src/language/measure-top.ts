import { evaluateRow, RowTable, type TableScope } from "@tablewright/core/compiler";
import { compile } from "@tablewright/core/expression";
import { compareSpeed, expectSame } from "../compare-speed.ts";
import type { Measure } from "../figure.ts";
import { checked, openRequest, peopleScope } from "./open-people.ts";
import { ID, makePeople, type Person, PRICE } from "./people.ts";

const COUNT = 10;
const TOP = `TOP(ORDERBY(FILTER("People", TRUE), [Price], TRUE), ${COUNT})`;

/** The ten with the highest prices among all rows: by hand with a threshold, and by an expression. */
export const measure: Measure = ({ rows, duration }) => {
  const people = makePeople(rows);
  const stored = new RowTable(people, peopleScope.tables.get("People") as TableScope);
  const request = openRequest(stored);
  const expression = checked(TOP);
  const bound = boundOver(people);
  const contestants = {
    byHand: () => scanWithThreshold(people).map((position) => people[position]?.[ID]),
    expression: () => evaluateRow(expression, [], request),
    bound: () => bound(),
    fullSort: () => sortAll(people).map((person) => person[ID]),
  };
  const { byHand, fullSort } = contestants;
  expectSame({
    byHand: byHand(),
    expression: contestants.expression(),
    bound: bound(),
    fullSort: fullSort(),
  });
  const times = compareSpeed(contestants, duration);
  return (["expression", "bound", "fullSort"] as const).map((name) => ({
    name: `top: ${name}`,
    ratio: times[name] / times.byHand,
    milliseconds: [times[name], times.byHand],
  }));
};

/** The expression as a user binds it to a table of row objects. */
function boundOver(people: readonly Person[]): () => unknown {
  const scope = { tables: { People: { key: "Id", columns: { Id: "Number", Price: "Price" } } } };
  const rows = people.map((person) => ({ Id: person[ID] ?? null, Price: person[PRICE] ?? null }));
  return compile(TOP, scope).bind({ tables: { People: rows } });
}

function scanWithThreshold(people: readonly Person[]): readonly number[] {
  const best: number[] = [];
  let threshold = Number.NEGATIVE_INFINITY;
  const price = (position: number) => (people[position]?.[PRICE] ?? Number.NEGATIVE_INFINITY) as number;
  for (let position = 0; position < people.length; position++) {
    const value = price(position);
    if (value <= threshold && best.length === COUNT) continue;
    let at = best.length;
    while (at > 0 && price(best[at - 1] as number) < value) at -= 1;
    best.splice(at, 0, position);
    if (best.length > COUNT) best.pop();
    threshold = price(best.at(-1) as number);
  }
  return best;
}

function sortAll(people: readonly Person[]): readonly Person[] {
  const price = (person: Person) => (person[PRICE] ?? Number.NEGATIVE_INFINITY) as number;
  return people.toSorted((a, b) => price(b) - price(a)).slice(0, COUNT);
}
