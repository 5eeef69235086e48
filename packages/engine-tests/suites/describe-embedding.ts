import { createEngine, type Engine, type LogEntry, loadDefinition, type Services } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";

const DEFINITION = `
tablewright: 1
app: { id: shelf, name: Shelf, owner: owner@example.com, roles: { ada@example.com: Reader } }
tables:
  Books:
    key: [Book]
    securityFilter: OR([Owner] = USEREMAIL(), USERROLE() = "Admin")
    columns:
      Book: { type: Text, initialValue: UNIQUEID() }
      Title: { type: Text, label: true, required: true }
      Owner: { type: Email, initialValue: USEREMAIL() }
      Bought: { type: Date }
      Read: { type: Yes/No, initialValue: "FALSE" }
      Count: { type: Number, initialValue: "0" }
      Tags: { type: EnumList, values: [a, b] }
  Notes:
    key: [Book, Line]
    securityFilter: ISBLANK([Secret])
    columns:
      Book: { type: Ref, table: Books, partOf: true }
      Line: { type: Number }
      Secret: { type: Text }
  Rooms: { key: [No], columns: { No: { type: Number } } }
actions:
  Finish: { table: Books, condition: 'NOT([Read])', set: { Read: "TRUE" } }
  Bump: { table: Books, set: { Count: '[Count] + 1' } }
rules:
  Tell:
    table: Books
    on: [edit]
    condition: AND(NOT([_THISROW_BEFORE].[Read]), [_THISROW_AFTER].[Read])
    steps: [{ webhook: { url: 'https://example.com/<<[Book]>>', secret: 'env:SECRET' } }]
${[1, 2, 3, 4, 5, 6]
  .map(
    (at) => `  R${at}: { table: Books, on: [edit], condition: '[Count] = ${at}', steps: [{ action: Bump }] }`,
  )
  .join("\n")}
`;

interface Book {
  readonly Book: string;
  readonly Title: string;
  readonly Owner: string | null;
  readonly Bought: string | null;
  readonly Read: boolean;
  readonly Tags: readonly string[];
}

/** The engine as an embedding program has it: typed calls, its own services, schema, journals. */
export function describeEmbedding(make: MakeStore): void {
  const withShelf = async (
    work: (engine: Engine, log: readonly LogEntry[]) => Promise<void>,
    own: Partial<Services> = {},
  ) => {
    const { output: definition, diagnostics } = loadDefinition(DEFINITION);
    if (definition === undefined) throw new Error(JSON.stringify(diagnostics, null, 2));
    const underTest = await make("embedding");
    const log: LogEntry[] = [];
    let ids = 0;
    const services: Services = {
      now: () => Date.UTC(2026, 2, 14),
      random: () => 0.5,
      newId: () => `id-${++ids}`,
      log: (entry) => log.push(entry),
      ...own,
    };
    try {
      await work(await createEngine({ definition, store: underTest.store, services }), log);
    } finally {
      await underTest.dispose();
    }
  };
  const asAda = { RunAsUserEmail: "ada@example.com" };

  describe("embedding", () => {
    test("rows come back typed, in JSON all through", () =>
      withShelf(async (engine) => {
        const added = await engine.add<Book>("Books", [
          { Book: "x", Title: "Tides", Bought: "03/01/2026", Tags: "a , b" },
        ]);
        const book: Book | undefined = added.ok ? added.rows[0] : undefined;
        expect(book).toMatchObject({
          Book: "x",
          Owner: "owner@example.com",
          Bought: "2026-03-01",
          Read: false,
          Tags: ["a", "b"],
        });
        const edited = await engine.edit<Book>("Books", [{ Book: "x", Bought: null }]);
        expect(edited).toMatchObject({ ok: true, rows: [{ Title: "Tides", Bought: null }], warnings: [] });
        expect(await engine.delete("books", [{ Book: "x" }])).toMatchObject({
          ok: true,
          rows: [{ Book: "x" }],
        });
        expect(await engine.find("Books")).toEqual({ ok: true, rows: [], warnings: [] });
      }));

    test("a Find of all rows, by keys, by no key, and by a Selector with values bound", () =>
      withShelf(async (engine) => {
        await engine.add("Books", [
          { Book: "a", Title: "One" },
          { Book: "b", Title: 'Two"] = 1' },
        ]);
        const books = async (options?: Parameters<Engine["find"]>[1]) => {
          const result = await engine.find<Book>("Books", options);
          return result.ok ? result.rows.map(({ Book }) => Book) : result.diagnostics.map(({ code }) => code);
        };
        expect(await books()).toEqual(["a", "b"]);
        expect(await books({ keys: [{ Book: "b" }, { Book: "nope" }] })).toEqual(["b"]);
        expect(await books({ keys: [] })).toEqual([]);
        const selector = 'FILTER("Books", [Title] = [_PARAM].[title])';
        expect(await books({ selector, properties: { Params: { title: 'Two"] = 1' } } })).toEqual(["b"]);
        expect(await books({ selector: "FILTER(Books, [Titel] = 1)" })).toEqual(["name/unknown-column"]);
        expect(await books({ properties: asAda })).toEqual([]);
      }));

    test("no key finds no row, whatever type keys have", () =>
      withShelf(async (engine) => {
        await engine.add("Rooms", [{ No: 7 }]);
        expect(await engine.find("Rooms", { keys: [] })).toMatchObject({ ok: true, rows: [] });
      }));

    test("what a caller gets wrong is answered, never thrown", () =>
      withShelf(async (engine) => {
        const refused = async (work: ReturnType<Engine["add"]>) => {
          const result = await work;
          return result.ok ? [] : result.diagnostics.map(({ row, code }) => [row, code]);
        };
        expect(await refused(engine.add("Books", [{ Book: "a" }, { Titel: "x", Title: "y" }]))).toEqual([
          [1, "rule/required"],
          [2, "column/unknown"],
        ]);
        expect(await refused(engine.find("Boks"))).toEqual([[undefined, "table/not-found"]]);
        expect(await refused(engine.edit("Books", [{ Book: "a" }]))).toEqual([[1, "row/not-found"]]);
        expect(await refused(engine.delete("Books", []))).toEqual([[undefined, "request/rows-missing"]]);
        expect(await refused(engine.invoke("Finnish", "Books", [{ Book: "a" }]))).toEqual([
          [undefined, "request/unknown-action"],
        ]);
        expect(engine.schema("Boks")).toBeUndefined();
        const explained = await engine.explain({ action: "Add", table: "Books" });
        expect(explained).toMatchObject({
          output: undefined,
          diagnostics: [{ code: "request/unknown-action" }],
        });
      }));

    test("an action is invoked, and passes over a row that does not meet its condition with a warning", () =>
      withShelf(async (engine) => {
        await engine.add("Books", [{ Book: "a", Title: "One" }]);
        const once = await engine.invoke<Book>("Finish", "Books", [{ Book: "a" }]);
        expect(once).toMatchObject({ ok: true, rows: [{ Read: true }], warnings: [] });
        const again = await engine.invoke<Book>("Finish", "Books", [{ Book: "a" }]);
        expect(again).toMatchObject({ ok: true, rows: [{ Read: true }], warnings: [{ row: 1 }] });
      }));

    test("the journals tell what rules did, the newest first, in pages", () =>
      withShelf(async (engine) => {
        await engine.add("Books", [
          { Book: "a", Title: "One" },
          { Book: "b", Title: "Two" },
        ]);
        await engine.invoke("Finish", "Books", [{ Book: "a" }, { Book: "b" }]);
        const [newest, ...others] = await engine.listEvents({ limit: 1 });
        expect(others).toEqual([]);
        expect(newest).toMatchObject({
          rule: "Tell",
          state: "waiting",
          payload: { app: "shelf", key: "b", url: "https://example.com/b", secret: "env:SECRET" },
        });
        expect(await engine.listEvents()).toEqual(await engine.listEvents({ limit: 9 }));
        const older = await engine.listEvents({ before: newest?.sequence ?? 0 });
        expect(older.map(({ payload }) => payload.key)).toEqual(["a"]);
        const runs = await engine.listRuns();
        expect(runs).toMatchObject([
          { rule: "Tell", key: "b", events: [newest?.id] },
          { rule: "Tell", key: "a", outcome: "Done" },
        ]);
      }));

    test("listeners are handed events after the commit, and none can make a call fail", () =>
      withShelf(async (engine, log) => {
        const heard: unknown[] = [];
        const remove = engine.onEvent(({ id, rule, payload }) => heard.push([id, rule, payload.key]));
        engine.onEvent(async () => {
          throw new Error("no");
        });
        await engine.add("Books", [
          { Book: "a", Title: "One" },
          { Book: "b", Title: "Two" },
        ]);
        expect(heard).toEqual([]);
        const finish = (key: string, properties = {}) =>
          engine.invoke("Finish", "Books", [{ Book: key }], properties);
        expect(await finish("a", { DryRun: true })).toMatchObject({ ok: true });
        expect(heard).toEqual([]);
        expect(await finish("a")).toMatchObject({ ok: true });
        const [queued] = await engine.listEvents();
        expect(heard).toEqual([[queued?.id, "Tell", "a"]]);
        expect(log).toEqual([
          {
            level: "warning",
            message: "A listener of events has failed.",
            details: { event: queued?.id, rule: "Tell" },
          },
        ]);
        remove();
        expect(await finish("b")).toMatchObject({ ok: true });
        expect(heard).toHaveLength(1);
      }));

    test("the role comes from the program, else from the definition", () =>
      withShelf(
        async (engine) => {
          await engine.add("Books", [{ Book: "a", Title: "One" }]);
          const seen = async (email: string) => {
            const result = await engine.find("Books", { properties: { RunAsUserEmail: email } });
            return result.ok ? result.rows.length : result;
          };
          expect(await seen("root@example.com")).toBe(1);
          expect(await seen("ada@example.com")).toBe(0);
        },
        { roleOf: async (email) => (email === "root@example.com" ? "Admin" : undefined) },
      ));

    test("the operator learns of a rule that too many others led to", () =>
      withShelf(async (engine, log) => {
        await engine.add("Books", [{ Book: "a", Title: "One" }]);
        expect(log).toEqual([]);
        await engine.edit("Books", [{ Book: "a", Count: 1 }]);
        expect(log).toEqual([
          {
            level: "warning",
            message: expect.stringContaining("was not run"),
            details: { app: "shelf", rule: "R6", table: "Books", after: "R1, R2, R3, R4, R5", changes: 1 },
          },
        ]);
      }));

    test("the schema is JSON, and the same for a table of any spelling", () =>
      withShelf(async (engine) => {
        const schema = engine.schema();
        expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
        expect(schema.tables.map(({ name }) => name)).toEqual(["Books", "Notes", "Rooms"]);
        expect(engine.schema("BOOKS")).toEqual(schema.tables[0]);
      }));
  });
}
