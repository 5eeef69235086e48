import { check, evaluateRow, RowTable, type TableScope } from "@tablewright/core/compiler";
import { readScope } from "../../../core/conformance/read-context.ts";
import { compareSpeed, expectSame } from "../compare-speed.ts";
import type { Measure } from "../figure.ts";
import { openRequest } from "./open-people.ts";
import { makePeople, type Person, PRICE, peopleColumns, TEAM, teamCount } from "./people.ts";

const scope = readScope({
  tables: {
    Teams: { key: "Team", columns: { Team: "Number" } },
    People: { key: "Id", columns: { ...peopleColumns, Team: { type: "Ref", table: "Teams" } } },
  },
  table: "Teams",
});

/** A thousand teams, each asking for the prices of its people among all of them, against a Map that is ready. */
export const measure: Measure = ({ rows, duration }) => {
  const people = makePeople(rows);
  const teams = Array.from({ length: teamCount }, (_, index) => [index + 1]);
  const { output } = check("SELECT(People[Price], [Team] = [_THISROW].[Team])", scope);
  if (output === undefined) throw new Error("The look-up does not check.");
  const peopleTable = scope.tables.get("People") as TableScope;
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
