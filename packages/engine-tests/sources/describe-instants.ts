import { createEngine, type Engine, loadDefinition, type Result } from "@tablewright/core";
import type { JsonValue } from "@tablewright/core/compiler";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { instantText, wallClock, ZONES } from "../zones.ts";
import type { SourceDatabase } from "./source-database.ts";

/** Registers the tests of columns that keep instants. `make` gives a database whose sessions have a zone, where they can. */
export function describeInstants(name: string, make: (sessionZone: string) => Promise<SourceDatabase>): void {
  describeCountedInstants(name, make);
  describe.each(SESSIONS)(`instants on ${name}, session in %s, application in %s`, (sessionZone, appZone) => {
    let database: SourceDatabase;
    let engine: Engine;
    let now = Date.UTC(2026, 0, 5);
    let id = 0;
    beforeAll(async () => {
      database = await make(sessionZone);
      const { ask, place, instants, momentTypes } = database;
      await ask(
        `create table ${place}ev (id integer primary key, at ${instants.type}, clock ${momentTypes.datetime})`,
      );
      await ask(
        `create table ${place}log (id integer primary key, clock ${momentTypes.datetime}, utc ${momentTypes.datetime})`,
      );
      await ask(`create table ${place}due (at ${instants.type} primary key, note varchar(20))`);
      await ask(`insert into ${place}ev values (0, ${instants.literal("2001-01-01T00:00:00Z")}, null)`);
      await ask(`insert into ${place}due values (${instants.literal("2024-07-01T10:00:00Z")}, 'theirs')`);
      const { output: definition, diagnostics } = loadDefinition(definitionOver(place, appZone));
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      engine = await createEngine({
        definition,
        store: database.store,
        services: { now: () => now, random: Math.random, newId: () => crypto.randomUUID() },
      });
    });
    afterAll(async () => {
      await engine.close();
      await database.dispose();
    });

    const rowsOf = async (result: Promise<Result>) => {
      const answer = await result;
      expect(answer.ok ? [] : answer.diagnostics).toEqual([]);
      return answer.ok ? answer.rows : [];
    };
    const call = (action: string, table: string, rows: readonly Row[], zone?: string) =>
      rowsOf(
        engine.execute({ action, table, rows, properties: zone === undefined ? {} : { Timezone: zone } }),
      );
    const find = (selector: string, zone = appZone) =>
      rowsOf(
        engine.execute({ action: "Find", table: "Ev", properties: { Timezone: zone, Selector: selector } }),
      );
    const idsOf = async (selector: string, zone?: string) => (await find(selector, zone)).map(({ Id }) => Id);
    /** What the other program has in a row. */
    const kept = async (key: number) => {
      const { ask, place, instants } = database;
      const [row] = await ask(`select ${instants.shown("at")} as at from ${place}ev where id = ${key}`);
      return row?.at;
    };
    const keep = (key: number, instant: string) => {
      const { ask, place, instants } = database;
      return ask(`insert into ${place}ev values (${key}, ${instants.literal(instant)}, null)`);
    };

    test("what is sent is the instant that is kept, and it is answered by the clock of the call or the application", async () => {
      const sent = [
        ["2024-07-01T10:00:00Z", undefined],
        ["2024-07-01T12:00:00+02:00", undefined],
        ["2024-07-01T12:00:00+02:00", "America/New_York"],
        ["2024-07-01T06:00:00", "America/New_York"],
        ["2024-07-01T17:00:00", "+07:00"],
        ["2024-07-01T10:00:00Z", "GMT Standard Time"],
      ] as const;
      for (const [at, zone] of sent) {
        const [row] = await call("Add", "Ev", [{ Id: ++id, At: at, Clock: "2024-07-01T09:30:00" }], zone);
        expect(await kept(id), `${at} in ${zone}`).toBe("2024-07-01T10:00:00Z");
        const local = wallClock("2024-07-01T10:00:00Z", zone ?? appZone);
        expect(row).toMatchObject({ At: local, Clock: "2024-07-01T09:30:00" });
      }
      const edited = await call("Edit", "Ev", [{ Id: id, At: "2024-01-01T00:00:00Z" }], "Asia/Tokyo");
      expect(edited).toMatchObject([{ At: "2024-01-01T09:00:00", Clock: "2024-07-01T09:30:00" }]);
      expect(await kept(id)).toBe("2024-01-01T00:00:00Z");
    });

    test("a row that is sent back as it was read changes no instant, in whatever zone", async () => {
      for (const instant of ["2024-10-27T00:30:00Z", "2024-10-27T01:30:00Z", "2024-03-31T01:30:00Z"]) {
        await keep(++id, instant);
        for (const zone of ["Europe/Berlin", "America/New_York", "Asia/Kathmandu"]) {
          const [row] = await find(`FILTER(Ev, [Id] = ${id})`, zone);
          await call("Edit", "Ev", [{ Id: id, At: row?.At ?? null, Clock: "2024-07-01T09:30:00" }], zone);
          expect(await kept(id)).toBe(instant);
        }
      }
    });

    test("an instant of an hour that comes twice is kept as it was sent", async () => {
      const instants = ["2024-10-27T00:30:00Z", "2024-10-27T01:30:00Z"];
      const rows = instants.map((At) => ({ Id: ++id, At }));
      const added = await call("Add", "Ev", rows, "Europe/Berlin");
      expect(added.map(({ At }) => At)).toEqual(["2024-10-27T02:30:00", "2024-10-27T02:30:00"]);
      expect(await Promise.all(rows.map((row) => kept(row.Id)))).toEqual(instants);
      await call(
        "Edit",
        "Ev",
        rows.map((row, at) => ({ Id: row.Id, At: instants[1 - at] ?? null })),
        "Europe/Berlin",
      );
      expect(await Promise.all(rows.map((row) => kept(row.Id)))).toEqual(instants.toReversed());
      const selector = 'FILTER(Ev, [At] = "10/27/2024 02:30:00")';
      expect(await idsOf(selector, "Europe/Berlin")).toEqual(
        expect.arrayContaining(rows.map((row) => row.Id)),
      );
    });

    test("NOW and TODAY are at the instants of the rows", async () => {
      now = Date.UTC(2025, 4, 5, 22, 30);
      await keep(++id, "2025-05-05T22:30:00Z");
      await keep(++id, "2025-05-05T22:30:01Z");
      for (const zone of ZONES) {
        expect(await idsOf("FILTER(Ev, [At] = NOW())", zone), zone).toEqual([id - 1]);
        expect(await idsOf(`FILTER(Ev, AND([Id] >= ${id - 1}, [At] <= NOW()))`, zone), zone).toEqual([
          id - 1,
        ]);
        expect(await idsOf("FILTER(Ev, [At] > NOW())", zone), zone).toEqual([id]);
        expect(await idsOf('FILTER(Ev, [At] > NOW() - "000:05:00")', zone), zone).toEqual([id - 1, id]);
        const day = await idsOf("FILTER(Ev, DATE([At]) = TODAY())", zone);
        expect(day, zone).toEqual([id - 1, id]);
        const shown = wallClock("2025-05-05T22:30:00Z", zone);
        expect(
          (await find("FILTER(Ev, [At] = NOW())", zone)).map(({ At, Hour }) => [At, Hour]),
          zone,
        ).toEqual([[shown, Number(shown.slice(11, 13))]]);
      }
    });

    test("conditions keep what the evaluator keeps, around the changes of clocks", async () => {
      const around = Date.UTC(2024, 9, 27, 1);
      for (let minutes = -90; minutes <= 90; minutes += 30)
        await keep(++id, instantText(around + minutes * 60_000));
      for (const constant of [
        "10/27/2024 02:30:00",
        "10/27/2024 03:00:00",
        "10/27/2024 01:59:59",
        "3/31/2024 02:30:00",
      ])
        for (const operator of ["=", "<>", "<", "<=", ">", ">="])
          for (const zone of ["Europe/Berlin", "UTC", "America/New_York"]) {
            const pushed = await idsOf(`FILTER(Ev, [At] ${operator} "${constant}")`, zone);
            // What is random is never left to a database.
            const tried = await idsOf(
              `FILTER(Ev, AND([At] ${operator} "${constant}", RANDBETWEEN(1, 2) > 0))`,
              zone,
            );
            expect(pushed, `${operator} ${constant} ${zone}`).toEqual(tried);
          }
    });

    test("a row is found, edited and deleted by a key that is an instant", async () => {
      const zone = "Europe/Berlin";
      const keys = [{ At: "2024-07-01T12:00:00" }];
      expect(await call("Find", "Due", keys, zone)).toMatchObject([
        { At: "2024-07-01T12:00:00", Note: "theirs" },
      ]);
      expect(await call("Edit", "Due", [{ At: "2024-07-01T10:00:00Z", Note: "ours" }], zone)).toMatchObject([
        { At: "2024-07-01T12:00:00", Note: "ours" },
      ]);
      await call("Add", "Due", [{ At: "2024-07-02T10:00:00Z", Note: "added" }], zone);
      expect(await call("Find", "Due", [{ At: "2024-07-02T19:00:00" }], "Asia/Tokyo")).toMatchObject([
        { Note: "added" },
      ]);
      await call("Delete", "Due", [{ At: "2024-07-02T12:00:00" }], zone);
      expect(await database.ask(`select note from ${database.place}due`)).toEqual([{ note: "ours" }]);
    });

    test("a column without a zone is a wall clock, and one of UTC where the definition says that it is an instant", async () => {
      const { ask, place } = database;
      await ask(`insert into ${place}log values (1, '2024-07-01 10:00:00', '2024-07-01 10:00:00')`);
      const zone = "America/New_York";
      expect(await call("Find", "Logged", [{ Id: 1 }], zone)).toMatchObject([
        { Clock: "2024-07-01T10:00:00", Utc: "2024-07-01T06:00:00" },
      ]);
      const sent = { Clock: "2024-01-01T12:00:00Z", Utc: "2024-01-01T12:00:00Z" };
      const [added] = await call("Add", "Logged", [{ Id: 2, ...sent }], zone);
      expect(added).toMatchObject({ Clock: "2024-01-01T07:00:00", Utc: "2024-01-01T07:00:00" });
      expect(await call("Find", "Logged", [{ Id: 2 }], "Asia/Tokyo")).toMatchObject([
        { Clock: "2024-01-01T07:00:00", Utc: "2024-01-01T21:00:00" },
      ]);
      now = Date.UTC(2024, 0, 1, 12);
      const properties = {
        Timezone: zone,
        Selector: "FILTER(Logged, AND([Utc] = NOW(), HOUR([Utc] - DATE([Utc])) = 7))",
      };
      expect(await rowsOf(engine.execute({ action: "Find", table: "Logged", properties }))).toMatchObject([
        { Id: 2 },
      ]);
      const columns = engine.schema("Logged")?.columns.map(({ name, instant }) => [name, instant]);
      expect(columns).toEqual([
        ["Id", undefined],
        ["Clock", undefined],
        ["Utc", true],
      ]);
    });

    test("what the history has of an instant is answered by the clock of who reads it, and can be undone from there", async () => {
      await call("Add", "Ev", [{ Id: ++id, At: "2024-07-01T10:00:00Z" }], "Asia/Tokyo");
      const row = [{ Id: id, At: "2024-07-01T12:00:00Z", Clock: "2024-07-01T12:00:00" }];
      const edited = await engine.execute({
        ...{ action: "Edit", table: "Ev", rows: row, properties: { Timezone: "America/New_York" } },
      });
      const { output } = await engine.history({
        ...{ table: "Ev", key: String(id), properties: { Timezone: "Europe/Berlin" } },
      });
      expect(output?.versions.map(({ before, after }) => [before?.At, after?.At, after?.Clock])).toEqual([
        [undefined, "2024-07-01T12:00:00", null],
        ["2024-07-01T12:00:00", "2024-07-01T14:00:00", "2024-07-01T12:00:00"],
      ]);
      const undone = await engine.undo({
        ...{ call: (edited.ok && edited.call) || "", properties: { Timezone: "Asia/Kathmandu" } },
      });
      expect(undone.ok ? [] : undone.diagnostics).toEqual([]);
      expect(await kept(id)).toBe("2024-07-01T10:00:00Z");
    });

    test("a change within an hour that comes twice is in the history", async () => {
      const [first, second] = ["2024-10-27T00:30:00Z", "2024-10-27T01:30:00Z"];
      await call("Add", "Ev", [{ Id: ++id, At: first }], "Europe/Berlin");
      const properties = { Timezone: "Europe/Berlin" };
      const edit = { action: "Edit", table: "Ev", rows: [{ Id: id, At: second }], properties };
      expect(await engine.execute(edit)).toMatchObject({ ok: true });
      expect(await kept(id)).toBe(second);
      const { output } = await engine.history({
        table: "Ev",
        key: String(id),
        properties: { Timezone: "UTC" },
      });
      expect(output?.versions.map(({ before, after }) => [before?.At, after?.At])).toEqual([
        [undefined, first.slice(0, 19)],
        [first.slice(0, 19), second.slice(0, 19)],
      ]);
    });

    test("the instant of a call is kept as it is where the clock shows it twice", async () => {
      now = Date.UTC(2024, 9, 27, 1, 30);
      await call("Add", "Logged", [{ Id: 3 }], "Europe/Berlin");
      const [row] = await call("Find", "Logged", [{ Id: 3 }], "UTC");
      expect(row).toMatchObject({ Clock: "2024-10-27T02:30:00", Utc: "2024-10-27T01:30:00" });
    });

    test("any instant is written and read as itself, and is now, in any zone", async () => {
      await fc.assert(
        fc.asyncProperty(
          anInstant,
          fc.constantFrom(...ZONES),
          fc.constantFrom(...ZONES),
          async (at, zone, other) => {
            const instant = instantText(at);
            now = at;
            const [added] = await call("Add", "Ev", [{ Id: ++id, At: instant }], zone);
            expect(await kept(id)).toBe(instant);
            expect(added?.At).toBe(wallClock(instant, zone));
            for (const reader of [zone, other]) {
              const [row] = await find(`FILTER(Ev, AND([Id] = ${id}, [At] <= NOW(), [At] = NOW()))`, reader);
              expect(row?.At).toBe(wallClock(instant, reader));
              expect(
                await idsOf(`FILTER(Ev, AND([Id] = ${id}, OR([At] < NOW(), [At] > NOW())))`, reader),
              ).toEqual([]);
            }
          },
        ),
        { numRuns: randomRuns(25) },
      );
    });
  });
}

/** The zone of the sessions, and that of the application. */
const SESSIONS: readonly (readonly [string, string])[] = [
  ["Europe/Berlin", "UTC"],
  ["Asia/Kathmandu", "America/New_York"],
  // Sessions of all other tests are in UTC.
  ...(process.env.TABLEWRIGHT_WHOLE === "1" ? [["UTC", "Europe/Berlin"] as const] : []),
];

type Row = Readonly<Record<string, JsonValue>>;

/** Milliseconds of whole seconds that every database can keep, many of them near changes of clocks. */
const anInstant = fc.oneof(
  fc.integer({ min: 1_000_000, max: 2_000_000_000 }).map((seconds) => seconds * 1_000),
  fc.integer({ min: -120, max: 120 }).map((minutes) => Date.UTC(2024, 9, 27, 1) + minutes * 60_000),
  fc.integer({ min: -120, max: 120 }).map((minutes) => Date.UTC(2025, 2, 9, 7) + minutes * 60_000),
);

const definitionOver = (place: string, zone: string) => `
tablewright: 1
app: { id: rental, name: Instants, timezone: "${zone}", locale: en-US }
tables:
  Ev:
    source: ${place}ev
    history: true
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      At: { type: DateTime, source: at }
      Clock: { type: DateTime, source: clock }
      Hour: { type: Number, virtual: true, formula: "HOUR([At] - DATE([At]))" }
  Logged:
    source: ${place}log
    key: [Id]
    columns:
      Id: { type: Number, source: id }
      Clock: { type: DateTime, source: clock, initialValue: NOW() }
      Utc: { type: DateTime, source: utc, instant: true, initialValue: NOW() }
  Due:
    source: ${place}due
    key: [At]
    columns:
      At: { type: DateTime, source: at }
      Note: { type: Text, source: note }
`;

/** Registers the tests of instants that are kept as numbers. */
function describeCountedInstants(name: string, make: (sessionZone: string) => Promise<SourceDatabase>): void {
  describe(`instants as numbers on ${name}`, () => {
    let database: SourceDatabase;
    let engine: Engine;
    beforeAll(async () => {
      database = await make("Asia/Kathmandu");
      const { ask, place } = database;
      await ask(`create table ${place}beat (s bigint primary key, ms bigint, f decimal(20,3))`);
      await ask(`insert into ${place}beat values (1719828000, 1719828000123, 1719828000.5), (-1, -1, -0.5)`);
      await ask(`insert into ${place}beat values (1800000000, 9000000000000000000, null)`);
      const { output: definition, diagnostics } = loadDefinition(`
tablewright: 1
app: { id: beats, name: Beats, timezone: Europe/Berlin, locale: en-US }
tables:
  Beats:
    source: ${place}beat
    key: [S]
    columns:
      S: { type: DateTime, source: s, instant: seconds }
      Ms: { type: DateTime, source: ms, instant: milliseconds }
      F: { type: DateTime, source: f, instant: seconds }
`);
      if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
      const now = () => Date.UTC(2026, 0, 5);
      const services = { now, random: Math.random, newId: () => crypto.randomUUID() };
      engine = await createEngine({ definition, store: database.store, services });
    });
    afterAll(async () => {
      await engine.close();
      await database.dispose();
    });

    const cellsOf = (result: Result) =>
      result.ok ? result.rows.map(({ S = null, Ms = null, F = null }) => [S, Ms, F]) : result.diagnostics;
    const typed = { wire: "typed" } as const;
    const execute = (action: string, rows: readonly Row[], properties = {}) =>
      engine.execute({ action, table: "Beats", rows, properties, ...typed });
    const shown = [
      ["1970-01-01T00:59:59", "1970-01-01T00:59:59", "1970-01-01T00:59:59"],
      ["2024-07-01T12:00:00", "2024-07-01T12:00:00", "2024-07-01T12:00:00"],
      ["2027-01-15T09:00:00", null, null],
    ];

    test("are read by the clock of the call, found by it and compared as moments", async () => {
      const found = await execute("Find", []);
      expect(cellsOf(found)).toEqual(shown);
      expect(found).toMatchObject({ warnings: [{ code: "row/unreadable-value", column: "Ms" }] });
      const keyed = await execute("Find", [{ S: "2024-07-01T10:00:00Z" }]);
      expect(cellsOf(keyed)).toEqual([shown[1]]);
      const selected = (condition: string) =>
        execute("Find", [], { Selector: `FILTER(Beats, ${condition})` });
      expect(cellsOf(await selected("[Ms] <= NOW()"))).toEqual(shown.slice(0, 2));
      expect(cellsOf(await selected('[F] = "07/01/2024 12:00:00"'))).toEqual([shown[1]]);
      expect(cellsOf(await selected("YEAR([S]) = 2024"))).toEqual([shown[1]]);
    });

    test("are written as numbers, and stay as they are where they are not changed", async () => {
      const kept = async (where: string) => {
        const [row] = await database.ask(
          `select cast(s as char(30)) as s, cast(ms as char(30)) as ms, cast(f as char(30)) as f from ${database.place}beat where ${where}`,
        );
        return Object.values(row ?? {}).map(Number);
      };
      const row = { S: "2024-07-01T12:00:00", Ms: "2024-07-01T12:00:00", F: "2024-07-02T00:00:00+02:00" };
      expect(await execute("Edit", [row])).toMatchObject({ ok: true });
      expect(await kept("s > 0 and s < 2000000000")).toEqual([1719828000, 1719828000123, 1719871200]);
      const added = { S: "2024-01-01T00:00:00Z", Ms: "2024-01-01T00:00:00Z", F: "2024-01-01T00:00:00Z" };
      const berlin = "2024-01-01T01:00:00";
      expect(cellsOf(await execute("Add", [added]))).toEqual([[berlin, berlin, berlin]]);
      expect(await kept("s = 1704067200")).toEqual([1704067200, 1704067200000, 1704067200]);
      expect(await execute("Delete", [{ S: berlin }])).toMatchObject({ ok: true });
    });
  });
}
