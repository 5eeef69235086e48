/** Expressions over all rows of a table, each compared with the same by hand: the top ten, and look-ups by foreign key. */
import { check, evaluateRow, RowTable, type TableScope } from "@tablewright/core/compiler";
import { compile } from "@tablewright/core/expression";
import { readScope } from "../../../core/conformance/read-context.ts";
import { compareSpeed, expectSame } from "../compare-speed.ts";
import type { Measure } from "../figure.ts";
import {
  checked,
  ID,
  makePeople,
  openRequest,
  type Person,
  PRICE,
  peopleColumns,
  peopleScope,
  TEAM,
  teamCount,
} from "./people.ts";

const COUNT = 10;
const TOP = `TOP(ORDERBY(FILTER("People", TRUE), [Price], TRUE), ${COUNT})`;

/** The ten with the highest prices among all rows: by hand with a threshold, and by an expression. */
export const measureTop: Measure = ({ rows, duration }) => {
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

const teamScope = readScope({
  tables: {
    Teams: { key: "Team", columns: { Team: "Number" } },
    People: { key: "Id", columns: { ...peopleColumns, Team: { type: "Ref", table: "Teams" } } },
  },
  table: "Teams",
});

/** A thousand teams, each asking for the prices of its people among all of them, against a Map that is ready. */
export const measureLookUps: Measure = ({ rows, duration }) => {
  const people = makePeople(rows);
  const teams = Array.from({ length: teamCount }, (_, index) => [index + 1]);
  const { output } = check("SELECT(People[Price], [Team] = [_THISROW].[Team])", teamScope);
  if (output === undefined) throw new Error("The look-up does not check.");
  const peopleTable = teamScope.tables.get("People") as TableScope;
  const open = () => openRequest(new RowTable(people, peopleTable));
  const ready = open();
  const index = Map.groupBy(people, (person) => person[TEAM]);
  const contestants = {
    byHand: () => teams.map(([team]) => pricesOf(index.get(team as number))),
    selects: () => teams.map((team) => evaluateRow(output, team, ready)),
    built: () => {
      const request = open();
      return teams.map((team) => evaluateRow(output, team, request));
    },
  };
  expectSame({ byHand: contestants.byHand(), selects: contestants.selects(), built: contestants.built() });
  const times = compareSpeed(contestants, duration);
  return [
    { name: "look-ups", ratio: times.selects / times.byHand, milliseconds: [times.selects, times.byHand] },
    {
      name: "look-ups, index built",
      ratio: times.built / times.byHand,
      milliseconds: [times.built, times.byHand],
    },
  ];
};

function pricesOf(people: readonly Person[] = []): unknown[] {
  return people.map((person) => person[PRICE]);
}
