import type { Properties } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

const APP = `
tablewright: 1
app: { id: notes, name: Notes, owner: owner@example.com, timezone: UTC, api: { enabled: true, invocable: dataChange } }
tables:
  Places:
    key: [Id]
    columns:
      Id: { type: Text }
      Name: { type: Text }
      Tags: { type: EnumList, itemType: Text, values: [a], allowOtherValues: true }
      Kind: { type: Enum, values: ["caf\u00e9", "cine\u0301ma"] }
      IsNamed: { type: Yes/No, virtual: true, formula: '[Name] = INPUT("name", "")' }
actions:
  Name: { table: Places, set: { Name: 'INPUT("name", "")' } }
`;

/** A text that comes from outside is the same however its accents are typed: as letters of their own or joined to their letter. */
export function describeNormalForm(make: MakeStore, effort = 1): void {
  const letters = fc.constantFrom(
    "e\u0301",
    "A\u030a",
    "q\u0323\u0307",
    "\u1e9b\u0323",
    "\u1112\u1161\u11ab",
    "\u03b1\u0313",
    "\u212b",
    "z",
  );
  const texts = fc.array(letters, { minLength: 1, maxLength: 4 }).map((all) => all.join(""));
  const forms = fc.constantFrom("NFC", "NFD", undefined);
  const typed = fc.record({ text: texts, first: forms, second: forms, third: forms });
  const inForm = (text: string, form: string | undefined) =>
    form === undefined ? text : text.normalize(form);

  describe("texts in different normal forms", () => {
    test("are equal, and name the same row", () =>
      withWorkshop(
        make,
        async ({ engine, rows, errors }) => {
          const found = async (properties: Properties) =>
            (await rows({ action: "Find", table: "Places", properties, wire: "typed" })).map(
              ({ Name }) => Name,
            );
          await fc.assert(
            fc.asyncProperty(typed, async ({ text, first, second, third }) => {
              const [sent, asked, named] = [first, second, third].map((form) => inForm(text, form)) as [
                string,
                string,
                string,
              ];
              const kept = text.normalize("NFC");
              const left = (await rows({ action: "Find", table: "Places" })).map(({ Id = null }) => ({ Id }));
              if (left.length > 0) await rows({ action: "Delete", table: "Places", rows: left });
              const add = { action: "Add", table: "Places", rows: [{ Id: sent, Name: sent, Tags: [sent] }] };
              expect(await rows({ ...add, wire: "typed" })).toMatchObject([
                { Id: kept, Name: kept, Tags: [kept] },
              ]);
              expect(await errors({ ...add, rows: [{ Id: asked, Name: asked }] })).toEqual([
                "1 key/duplicate",
              ]);
              for (const condition of [
                `[Name] = "${asked}"`,
                `[Id] = '${asked}'`,
                `IN("${asked}", [Tags])`,
                `IN([Name], LIST("${asked}", "-"))`,
                `CONTAINS("<" & [Name] & ">", "${asked}>")`,
                `STARTSWITH([Name], "${asked}")`,
                `NOT([Name] <> "${asked}")`,
                `[Name] = [_PARAM].[name]`,
              ])
                expect([
                  condition,
                  await found({ Selector: `FILTER(Places, ${condition})`, Params: { name: asked } }),
                ]).toEqual([condition, [kept]]);
              expect(await found({ Selector: "FILTER(Places, [IsNamed])", Inputs: { name: named } })).toEqual(
                [kept],
              );
              await rows({
                action: "Name",
                table: "Places",
                rows: [{ Id: named }],
                properties: { Inputs: { name: `${named}!` } },
              });
              expect(await found({ Selector: `FILTER(Places, [Name] = "${asked}!")` })).toEqual([`${kept}!`]);
              await rows({ action: "Delete", table: "Places", rows: [{ Id: named }] });
              expect(await engine.find("Places")).toMatchObject({ rows: [] });
            }),
            { numRuns: Math.max(3, Math.ceil(12 * effort)) },
          );
        },
        undefined,
        APP,
      ));

    test("a choice is one of its list in every form", () =>
      withWorkshop(
        make,
        async ({ engine, rows }) => {
          for (const [at, kind] of [
            "caf\u00e9",
            "cafe\u0301",
            "CAFE\u0301",
            "cin\u00e9ma",
            "cine\u0301ma",
          ].entries()) {
            const kept = at < 3 ? "caf\u00e9" : "cin\u00e9ma";
            await rows({ action: "Add", table: "Places", rows: [{ Id: String(at), Kind: kind }] });
            for (const form of ["NFC", "NFD"]) {
              const selector = `FILTER(Places, AND([Id] = "${at}", [Kind] = "${kind.normalize(form)}"))`;
              const found = await engine.find("Places", { selector });
              expect(found).toMatchObject({ ok: true, rows: [{ Kind: kept }], warnings: [] });
            }
          }
        },
        undefined,
        APP,
      ));
  });
}
