import { createEngine, loadDefinition } from "@tablewright/core";
import { findAll, type Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { testContext } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { load } from "./loading.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

const DEFINITION = `
tablewright: 1
app: { id: archive, name: Archive, owner: owner@example.com, timezone: UTC, history: { keep: 2d } }
tables:
  Files:
    key: [File]
    columns:
      File: { type: Text }
      Opened: { type: Date }
      Pages: { type: Number, initialValue: "1" }
      Secret: { type: Text, sensitive: true }
  Sheets:
    key: [File, Sheet]
    history: { keep: 1h, sensitive: true }
    columns:
      File: { type: Ref, table: Files, partOf: true }
      Sheet: { type: Number }
      Code: { type: Text, sensitive: true }
  Notes:
    key: [Note]
    history: false
    columns: { Note: { type: Text } }
actions:
  Thicken: { table: Files, set: { Pages: "[Pages] + 1" } }
  Put down: { table: Files, addRow: { table: Notes, set: { Note: "UNIQUEID()" } } }
rules:
  Thick: { table: Files, on: [edit], steps: [{ action: Thicken }, { action: Put down }] }
`;

/** What the journal keeps of calls, as a store has it. */
export function describeJournal(make: MakeStore): void {
  const withArchive = (work: (archive: Workshop & { journal(): Promise<readonly unknown[]> }) => unknown) => {
    let store: Store | undefined;
    return withWorkshop(
      make,
      async (workshop) => {
        await work({ ...workshop, journal: () => journalOf(store as Store) });
      },
      (made) => {
        store = made;
        return made;
      },
      DEFINITION,
    );
  };
  const files = (action: string, ...rows: object[]) => ({ action, table: "Files", rows: rows as never });
  const sheets = (action: string, ...rows: object[]) => ({ action, table: "Sheets", rows: rows as never });

  describe("journal", () => {
    test("an entry has the cause and the images of a change, sensitive columns by name alone", () =>
      withArchive(async ({ rows, journal }) => {
        await rows(files("Add", { File: "a", Opened: "2026-01-31", Secret: "s" }));
        await rows({ ...files("Edit", { File: "a", Opened: "", Secret: "t" }), accessKey: "office" });
        expect(await journal()).toEqual([
          "Files Add [] key - 1 add a null {File:a,Opened:2026-01-31,Pages:1}",
          "Files Edit [] key office 1 edit a {Opened:2026-01-31} {File:a,Opened:null,Pages:1} concealed Secret",
          "Files Edit [Thick] key office 2 edit a {Pages:1} {File:a,Opened:null,Pages:2}",
        ]);
      }));

    test("what goes with a deleted row is recorded before it", () =>
      withArchive(async ({ rows, journal }) => {
        await rows(files("Add", { File: "a" }));
        await rows(sheets("Add", { File: "a", Sheet: 1, Code: "x" }));
        await rows(files("Delete", { File: "a" }));
        expect((await journal()).slice(1)).toEqual([
          "Sheets Add [] key - 1 add a: 1 null {File:a,Sheet:1,Code:x}",
          "Sheets Delete [] key - 1 delete a: 1 {File:a,Sheet:1,Code:x} null",
          "Files Delete [] key - 2 delete a {File:a,Opened:null,Pages:1} null",
        ]);
      }));

    test("a dry run, a rejected call and a row that stays as it was leave nothing", () =>
      withArchive(async ({ rows, errors, journal }) => {
        await rows({ ...files("Add", { File: "a" }), properties: { DryRun: true } });
        await errors(files("Add", { File: "a" }, { File: "a" }));
        await rows(sheets("Add", { File: "a", Sheet: 1 }));
        await rows(sheets("Edit", { File: "a", Sheet: 1 }));
        expect(await journal()).toHaveLength(1);
      }));

    test("changes of many rows share entries, and none is lost", () =>
      withArchive(async ({ rows, journal }) => {
        const many = Array.from({ length: 300 }, (_, at) => ({ File: `f${at}` }));
        await rows(files("Add", ...many));
        const reports = (await journal()).map((line) => String(line).split(" ").slice(5, 8).join(" "));
        expect(reports.sort()).toEqual(many.map(({ File }, at) => `${at + 1} add ${File}`).sort());
      }));

    test("rows that are loaded are recorded", () =>
      withArchive(async (archive) => {
        const { journal } = archive;
        await load(archive, "Files", ["File", "Pages"], [["a", 3]]);
        await load(archive, "Files", ["File", "Pages"], [["a", 5]], { onDuplicate: "update" });
        expect(await journal()).toEqual([
          "Files Load [] key - 1 add a null {File:a,Opened:null,Pages:3}",
          "Files Load [] key - 1 edit a {Pages:3} {File:a,Opened:null,Pages:5}",
        ]);
      }));

    test("what was kept for as long as its table says is removed, in whatever order it is due", async () => {
      const { output: definition } = loadDefinition(DEFINITION);
      const underTest = await make();
      let now = Date.UTC(2026, 2, 14);
      const services = { now: () => now, random: () => 0.5, newId: () => `id-${now}` };
      try {
        if (definition === undefined) throw new Error("The definition has errors.");
        const engine = await createEngine({ definition, store: underTest.store, services });
        await engine.add("Files", [{ File: "a" }]);
        now += 1;
        await engine.add("Sheets", [{ File: "a", Sheet: 1 }]);
        now += 3_600_000 - 1;
        expect(await engine.trimHistory()).toEqual({ removed: 0, events: 0, runs: 0 });
        now += 1;
        const { output: first } = await engine.changes({ limit: 1 });
        expect(await engine.trimHistory()).toEqual({ removed: 1, events: 0, runs: 0 });
        const { output: rest, diagnostics } = await engine.changes({ after: first?.cursor, limit: 9 });
        expect([rest, diagnostics[0]?.code]).toEqual([undefined, "history/trimmed"]);
        expect((await engine.changes({ limit: 9 })).output?.changes.map(({ key }) => key)).toEqual(["a"]);
        expect(await journalOf(underTest.store)).toHaveLength(1);
        now += 47 * 3_600_000;
        expect(await engine.trimHistory()).toEqual({ removed: 1, events: 0, runs: 0 });
        expect(await journalOf(underTest.store)).toEqual([]);
      } finally {
        await underTest.dispose();
      }
    });
  });
}

/** Every change in the order of the journal, in a line each. */
async function journalOf(store: Store): Promise<readonly string[]> {
  const plan = { table: "tablewright_journal", conditions: [], order: [], context: testContext() };
  const { rows } = await store.read((transaction) => findAll(transaction, plan));
  return rows
    .filter(([call]) => call !== "-")
    .flatMap(([, , , , table, about, written]) => {
      const [, key, action, rules] = JSON.parse(String(about));
      const [columns, changes] = JSON.parse(String(written)) as [string[], unknown[][]];
      return changes.map(([position, operation, row, before, after, concealed]) => {
        const images = [before, after].map((image) => tell(columns, image)).join(" ");
        const secret = concealed === undefined ? "" : ` concealed ${concealed}`;
        return `${table} ${action} [${rules}] key ${key ?? "-"} ${position} ${operation} ${row} ${images}${secret}`;
      });
    });
}

function tell(columns: readonly string[], image: unknown): string {
  if (image === null) return "null";
  const members = Array.isArray(image)
    ? image.map((value, at) => [columns[at], value])
    : Object.entries(image as object);
  return `{${members.map(([name, value]) => `${name}:${value}`).join(",")}}`;
}
