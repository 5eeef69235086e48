import { jsonRowsOf } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { expectEqualRows } from "@tablewright/store-contract/parts";
import { expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

/** Answers of more rows than a store reads at once: nothing is missing, and nothing hidden is there. */
export function describeManyFound(make: MakeStore): void {
  test("a Find of many rows answers those, as objects and as JSON", () =>
    withNotes(make, async ({ engine }) => {
      for (const [table, Selector, expected] of CASES) {
        const call = { action: "Find", table, properties: { RunAsUserEmail: "me@example.com", Selector } };
        const [objects, json] = [
          await engine.execute(call),
          await engine.execute({ ...call, rowsAs: "json" }),
        ];
        if (!objects.ok || !json.ok) throw new Error(JSON.stringify(objects));
        expectEqualRows([Selector, objects.rows.map(({ Id }) => Id)], [Selector, expected(visibleIn(table))]);
        const others = objects.rows.filter(({ Id, Peers }) => Peers !== PEERS[teamOf(Number(Id))]);
        expect([Selector, others]).toEqual([Selector, []]);
        expect(jsonRowsOf(json).count).toBe(objects.rows.length);
        expectEqualRows(JSON.parse(Buffer.concat([...jsonRowsOf(json).pieces()]).toString()), objects.rows);
      }
    }));
}

/** Three of four are still more than a store reads at once. */
const COUNT = 13_600;
const numbers = Array.from({ length: COUNT }, (_, at) => at + 1);
const TEAMS = ["red", "green", "blue", "none"];
/** How many members of a team the caller sees. */
const PEERS: Readonly<Record<string, number>> = { red: 2, green: 1, blue: 1, none: 0 };

const teamOf = (id: number) => TEAMS[id % TEAMS.length] as string;
const visibleIn = (table: string) => numbers.filter((id) => table === "Notes" || teamOf(id) !== "blue");

type Numbers = readonly number[];

const CASES: readonly [table: string, selector: string, expected: (visible: Numbers) => Numbers][] = [
  ["Notes", "", (ids) => ids],
  ["Team Notes", "", (ids) => ids],
  // No database splits texts: the condition is the engine's.
  ["Notes", 'FILTER("Notes", IN("1", SPLIT([Text], " ")))', (ids) => ids.filter((id) => id % 10 === 1)],
  [
    "Team Notes",
    'TOP(ORDERBY(FILTER("Team Notes", TRUE), [Id], TRUE), 10100)',
    (ids) => ids.toReversed().slice(0, 10_100),
  ],
];

const columns = `
      Id: { type: Number }
      Team: { type: Text, index: true }
      Text: { type: Text }
      Peers: { type: Number, virtual: true, formula: 'COUNT(SELECT(Members[Member], [Team] = [_THISROW].[Team]))' }`;

const DEFINITION = `
tablewright: 1
app: { id: notes, name: Notes, owner: owner@example.com, locale: en-US, timezone: UTC }
tables:
  Members:
    key: [Member]
    securityFilter: '[Secret] = FALSE'
    columns:
      Member: { type: Text }
      Team: { type: Text, index: true }
      Secret: { type: Yes/No }
  Notes:
    key: [Id]
    columns: ${columns}
  Team Notes:
    key: [Id]
    securityFilter: 'ISBLANK(SELECT(Members[Member], AND([Team] = [_THISROW].[Team], [Secret])))'
    columns: ${columns}
`;

/** Who is secret hides the notes of his team, though nobody sees him. */
const members = [
  ["a", "red", false],
  ["b", "red", false],
  ["c", "green", false],
  ["d", "blue", false],
  ["e", "blue", true],
];

async function withNotes(make: MakeStore, work: (workshop: Workshop) => Promise<void>): Promise<void> {
  let store: Store | undefined;
  const keep = (made: Store) => {
    store = made;
    return made;
  };
  const filled = async (workshop: Workshop) => {
    const notes = numbers.map((id) => [id, teamOf(id), `${id % 10} of ten`]);
    await store?.write(async (transaction) => {
      await transaction.insert("Members", members);
      for (const table of ["Notes", "Team Notes"]) await transaction.insert(table, notes);
    });
    await work(workshop);
  };
  await withWorkshop(make, filled, keep, DEFINITION);
}
