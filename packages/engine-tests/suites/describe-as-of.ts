import { createEngine, type EngineOptions, loadDefinition, type ResultRow } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { Then } from "./as-of/then.ts";

const HOUR = 3_600_000;

const DEFINITION = `
tablewright: 1
app: { id: then, name: Then, owner: owner@example.com, timezone: UTC, history: { keep: 10h } }
tables:
  Rates:
    key: [Name]
    columns: { Name: { type: Text }, Rate: { type: Number } }
  Desks:
    key: [Desk]
    history: false
    columns: { Desk: { type: Text }, Floor: { type: Number } }
  Cases:
    key: [Case]
    securityFilter: OR([Owner] = USEREMAIL(), USEREMAIL() = "owner@example.com")
    columns:
      Case: { type: Number }
      Owner: { type: Text }
      Rate: { type: Ref, table: Rates }
      Desk: { type: Ref, table: Desks }
      Secret: { type: Text, sensitive: true }
      Price: { type: Number, virtual: true, formula: "[Rate].[Rate] * 10" }
      Floor: { type: Number, virtual: true, formula: "[Desk].[Floor]" }
  Vault:
    key: [Box]
    securityFilter: '[Code] = "q"'
    columns: { Box: { type: Text }, Code: { type: Text, sensitive: true } }
slices:
  Owned Cases: { table: Cases, filter: "ISNOTBLANK([Owner])", columns: [Case, Owner] }
`;

const ANN = { caller: { email: "ann" } } as const;

/** What a Find answers with `AsOf`: the rows as they were, to a caller who sees them now and saw them then. */
export function describeAsOf(make: MakeStore): void {
  const withThen = async (
    work: (then: Then) => Promise<void>,
    limits: NonNullable<EngineOptions["limits"]> = {},
  ) => {
    const { output: definition, diagnostics } = loadDefinition(DEFINITION);
    if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
    const underTest = await make();
    try {
      let now = Date.UTC(2026, 2, 14);
      let ids = 0;
      const services = { now: () => now, random: () => 0.5, newId: () => `id-${++ids}` };
      const engine = await createEngine({ definition, store: underTest.store, services, limits });
      const pass = (time: number) => {
        now += time;
      };
      await work(new Then(engine, pass, () => new Date(now).toISOString()));
    } finally {
      await underTest.dispose();
    }
  };

  describe("AsOf", () => {
    test("every change can be gone back to, by its time and by its cursor", () =>
      withThen(async (then) => {
        const moments: { asOf: string; rows: unknown }[] = [];
        const note = async () => {
          const rows = await then.find("Rates");
          const { output } = await then.engine.changes({ limit: 1_000 });
          moments.push({ asOf: then.now(), rows }, { asOf: output?.cursor ?? "", rows });
          then.pass(1_000);
        };
        await note();
        for (const name of ["a", "b", "c", "d"]) await then.call("Add", "Rates", { Name: name, Rate: 1 });
        await note();
        await then.call("Edit", "Rates", { Name: "b", Rate: 2 }, { Name: "d", Rate: 5 });
        await note();
        await then.call("Delete", "Rates", { Name: "a" }, { Name: "b" });
        await note();
        await then.call("Add", "Rates", { Name: "a", Rate: 7 }, { Name: "e" });
        await then.call("Edit", "Rates", { Name: "e", Rate: 3 });
        await note();
        await then.call("Delete", "Rates", { Name: "e" });
        for (const { asOf, rows } of moments.slice(1)) {
          const past = await then.find("Rates", { AsOf: asOf });
          expect([asOf, sorted(past)]).toEqual([asOf, sorted(rows as ResultRow[])]);
        }
      }));

    test("many rows stay in their order, and those that were deleted come last", () =>
      withThen(async (then) => {
        const names = Array.from({ length: 600 }, (_, at) => `n${at}`);
        await then.call("Add", "Rates", ...names.map((Name) => ({ Name, Rate: 1 })));
        const asOf = then.now();
        then.pass(1_000);
        await then.call("Edit", "Rates", { Name: "n5", Rate: 2 }, { Name: "n599", Rate: 2 });
        await then.call("Delete", "Rates", { Name: "n7" }, { Name: "n300" });
        await then.call("Add", "Rates", { Name: "new" });
        const rows = await then.find("Rates", { AsOf: asOf });
        const others = names.filter((name) => name !== "n7" && name !== "n300");
        expect(rows.map(({ Name }) => Name)).toEqual([...others, "n7", "n300"]);
        expect(new Set(rows.map(({ Rate }) => Rate))).toEqual(new Set([1]));
        expect(new Set(rows.map((row) => row._RowNumber)).size).toBe(600);
      }));

    test.each([
      ['FILTER("Cases", [Rate].[Rate] = 1)', [1, 2]],
      ['TOP(ORDERBY(FILTER("Cases", TRUE), [Owner], TRUE), 1)', [2]],
      ["SELECT(Cases[Case], IN([Rate], SELECT(Rates[Name], [Rate] > 0)))", [1, 2]],
      ["Owned Cases[Case]", [1, 2]],
    ])("a Selector sees the rows of then: %s", (Selector, cases) =>
      withThen(async (then) => {
        const asOf = await then.changeAll();
        const rows = await then.find("Cases", { Selector, AsOf: asOf });
        expect(rows.map(({ Case }) => Case)).toEqual(cases);
      }),
    );

    test("formulas, keys, slices, parts and summaries are of the rows of then", () =>
      withThen(async (then) => {
        const AsOf = await then.changeAll();
        const rows = await then.find("Cases", { AsOf });
        expect(rows.map(({ Case, Owner, Price }) => [Case, Owner, Price])).toEqual([
          [1, "ann", 10],
          [2, "bob", 10],
        ]);
        expect(await then.find("Cases")).toMatchObject([{ Case: 1, Owner: "bob", Price: 50 }, { Case: 3 }]);
        expect(await then.find("Cases", { AsOf }, [{ Case: 2 }, { Case: 3 }])).toMatchObject([{ Case: 2 }]);
        expect(await then.find("Owned Cases", { AsOf, Limit: 1 })).toEqual([
          expect.objectContaining({ Case: 1, Owner: "ann" }),
        ]);
        const first = await then.engine.execute({
          action: "Find",
          table: "Cases",
          properties: { AsOf, Limit: 1, Count: true },
        });
        if (!first.ok) throw new Error(JSON.stringify(first.diagnostics));
        expect([first.count, typeof first.after]).toEqual([2, "string"]);
        expect(await then.find("Cases", { AsOf, After: first.after })).toMatchObject([{ Case: 2 }]);
        const summary = await then.engine.summarise({
          table: "Cases",
          by: ["Owner"],
          values: { N: "COUNT" } as never,
          properties: { AsOf },
        });
        expect(summary).toMatchObject({ ok: true, rows: [{ Owner: "ann" }, { Owner: "bob" }] });
      }));

    test("explain and why are of the Find that is carried out: its rows, its cursors, its errors and its warnings", () =>
      withThen(async (then) => {
        const AsOf = await then.changeAll();
        const find = { action: "Find", table: "Cases" };
        const Selector = 'ORDERBY(FILTER("Cases", [Owner] = "ann"), [Case])';
        const first = await then.engine.execute({ ...find, properties: { AsOf, Limit: 1 } });
        const page = { AsOf, Limit: 1, After: first.ok ? (first.after ?? "") : "" };
        const explained = await then.engine.explain({ ...find, properties: page });
        expect(explained.diagnostics.map(({ code, column }) => `${code} ${column}`)).toEqual([
          "history/unrecorded Secret",
          "history/as-now Floor",
        ]);
        const reason = "the rows are as they were, and the store has them as they are";
        const { output } = await then.engine.explain({ ...find, properties: { AsOf, Selector } });
        expect(output).toMatchObject({
          conditions: [{ text: '[Owner] = "ann"', pushed: false, reason }],
          isOrderPushed: false,
          isLimitPushed: false,
        });
        const second = await then.engine.why({ ...find, properties: page });
        expect(second.result).toMatchObject({ ok: true, rows: [{ Case: 2, Owner: "bob" }] });
        expect(JSON.stringify(second.trace.steps)).toContain('\\"2\\" is row 1 of the answer');
        const why = await then.engine.why({
          ...find,
          properties: { AsOf, Selector },
          rows: [{ Case: 2 }, { Case: 3 }],
        });
        const rows = why.trace.steps.filter(({ about }) => about === "row");
        expect(rows.map(({ text }) => text)).toEqual([
          '"2" is not in the answer: a condition is not TRUE',
          'no row of "Cases" has the key "3", or the caller does not see it',
        ]);
        for (const [table, code] of [
          ["Desks", "history/none"],
          ["Cases", "request/property"],
        ] as const) {
          const request = { ...find, table, properties: { AsOf: table === "Desks" ? AsOf : "yesterday" } };
          expect((await then.engine.explain(request)).diagnostics.map((one) => one.code)).toEqual([code]);
          expect((await then.engine.why(request)).result).toMatchObject({
            ok: false,
            diagnostics: [{ code }],
          });
        }
      }));

    test("a row that is hidden from the caller now, or was then, is not there", () =>
      withThen(async (then) => {
        await then.call("Add", "Cases", { Case: 1, Owner: "ann" }, { Case: 2, Owner: "bob" });
        await then.call("Add", "Cases", { Case: 3, Owner: "ann" }, { Case: 4, Owner: "ann" });
        await then.call("Add", "Cases", { Case: 5, Owner: "ann" });
        const AsOf = then.now();
        then.pass(1_000);
        await then.call("Edit", "Cases", { Case: 1, Owner: "bob" }, { Case: 2, Owner: "ann" });
        await then.call("Delete", "Cases", { Case: 3 });
        await then.call("Edit", "Cases", { Case: 5, Owner: "bob" });
        await then.call("Delete", "Cases", { Case: 5 });
        const seen = async (properties: object, rows?: object[]) =>
          (await then.find("Cases", { AsOf, ...properties }, rows, ANN)).map(({ Case }) => Case);
        expect(await seen({})).toEqual([4, 3]);
        expect(await seen({}, [{ Case: 1 }, { Case: 2 }, { Case: 3 }, { Case: 5 }])).toEqual([3]);
        expect(await seen({ Selector: 'FILTER("Cases", COUNT(Cases[Case]) = 2)' })).toEqual([4, 3]);
      }));

    test("what is not recorded is as it is now, blank where it was changed, and hides what it decides", () =>
      withThen(async (then) => {
        await then.call("Add", "Cases", { Case: 1, Secret: "a" }, { Case: 2, Secret: "b" });
        await then.call("Add", "Vault", { Box: "x", Code: "q" }, { Box: "y", Code: "q" });
        const AsOf = then.now();
        then.pass(1_000);
        await then.call("Edit", "Cases", { Case: 1, Owner: "o" }, { Case: 2, Secret: "c" });
        await then.call("Edit", "Vault", { Box: "y", Code: "Q" });
        const result = await then.engine.execute({ action: "Find", table: "Cases", properties: { AsOf } });
        if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
        expect(result.rows.map(({ Secret }) => Secret)).toEqual(["a", null]);
        expect(result.warnings.map(({ code, column }) => `${code} ${column}`)).toEqual([
          "history/unrecorded Secret",
          "history/as-now Floor",
        ]);
        expect((await then.find("Vault", { AsOf })).map(({ Box }) => Box)).toEqual(["x"]);
      }));

    test.each([
      ["2026-03-14T00:00:00Z", "Desks", "history/none"],
      ["2026-03-13T23:59:59Z", "Cases", "history/not-kept"],
      ["2026-03-14T00:00:01Z", "Cases", "history/ahead"],
      ["900", "Cases", "history/cursor"], // its filter hides rows, and numbers would count the changes of these
      ["2026-03-14", "Cases", "request/property"],
      ["2026-02-30T00:00:00Z", "Cases", "request/property"],
      ["yesterday", "Cases", "request/property"],
    ])("%s of %s is %s", (AsOf, table, code) =>
      withThen(async (then) => {
        await then.call("Add", "Cases", { Case: 1 });
        expect(await then.errors(table, { AsOf })).toEqual([code]);
      }),
    );

    test("a Selector that reads a table without a history is an error", () =>
      withThen(async (then) => {
        const Selector = 'FILTER("Cases", COUNT(Desks[Desk]) = 0)';
        expect(await then.errors("Cases", { AsOf: then.now(), Selector })).toEqual(["history/selector"]);
      }));

    test("what was trimmed is not kept, and what was not trimmed is", () =>
      withThen(async (then) => {
        await then.call("Add", "Cases", { Case: 1, Owner: "a" });
        const added = (await then.engine.history({ table: "Cases", key: "1" })).output?.versions[0]?.cursor;
        then.pass(HOUR);
        await then.call("Edit", "Cases", { Case: 1, Owner: "b" });
        const early = then.now();
        then.pass(10 * HOUR);
        const late = then.now();
        then.pass(HOUR);
        await then.call("Edit", "Cases", { Case: 1, Owner: "c" });
        await then.engine.trimHistory();
        expect(await then.find("Cases", { AsOf: late })).toMatchObject([{ Owner: "b" }]);
        expect(await then.find("Cases", { AsOf: early })).toMatchObject([{ Owner: "b" }]);
        for (const AsOf of ["2026-03-14T00:30:00Z", added])
          expect(await then.errors("Cases", { AsOf })).toEqual(["history/not-kept"]);
      }));

    test.each([
      [4, true],
      [3, true],
      [2, false],
    ])("goes back over %i changes of three: %s", (pastChanges, isAllowed) =>
      withThen(
        async (then) => {
          const AsOf = then.now();
          then.pass(1_000);
          await then.call("Add", "Rates", { Name: "a" }, { Name: "b" });
          await then.call("Edit", "Rates", { Name: "a", Rate: 1 });
          if (isAllowed) expect(await then.find("Rates", { AsOf })).toEqual([]);
          else expect(await then.errors("Rates", { AsOf })).toEqual(["limit/as-of"]);
        },
        { pastChanges },
      ),
    );
  });
}

/** Rows by their names, without their numbers. */
function sorted(rows: readonly ResultRow[]): readonly unknown[] {
  return rows
    .map(({ _RowNumber, ...row }) => row)
    .sort((a, b) => String(a.Name).localeCompare(String(b.Name)));
}
