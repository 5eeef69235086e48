import type { EngineRequest } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { withWorkshop } from "./workshop.ts";

const APP = `
tablewright: 1
app: { id: notes, name: Notes, owner: owner@example.com, timezone: UTC, history: { keep: 30d }, api: { enabled: true, invocable: dataChange } }
tables:
  Notes:
    key: [Id]
    securityFilter: 'ISNOTBLANK(USEREMAIL())'
    columns:
      Id: { type: Text }
      Who: { type: Text, initialValue: 'USERSETTINGS("who")' }
      By: { type: Text, initialValue: USEREMAIL() }
      As: { type: Text, initialValue: USERROLE() }
      Said: { type: LongText }
  Computed:
    key: [Id]
    columns:
      Id: { type: Text }
      One: { type: Text, formula: "IF([Id] = 'text', 'a\\0b', '')" }
      Link: { type: Ref, table: Notes, formula: "IF([Id] = 'ref', '\\0', '')" }
      All: { type: EnumList, itemType: Text, values: [a], allowOtherValues: true, formula: "IF([Id] = 'list', LIST('a', '\\0'), LIST())" }
  Keyed:
    key: [Id]
    columns: { Id: { type: Text, initialValue: "'a\\0' & UNIQUEID()" }, Note: { type: Text } }
actions:
  Say: { table: Notes, set: { Said: 'INPUT("said", "")' } }
  Break: { table: Notes, set: { Said: "[Id] & '\\0'" } }
  Copy: { table: Notes, addRow: { table: Notes, set: { Id: "[Id] & '\\0'" } } }
rules:
  Told: { table: Notes, on: [edit], condition: '[Said] = "told"', steps: [{ webhook: { url: "https://example.com/", body: "<<[Said] & '\\0'>>" } }] }
  Breaking: { table: Notes, on: [edit], condition: '[Said] = "break"', steps: [{ action: Break }] }
`;

/** A text with NUL or half a surrogate pair, which no database keeps, is an error with its place wherever it comes from. */
export function describeBrokenTexts(make: MakeStore): void {
  const inNotes = (work: Parameters<typeof withWorkshop>[1]) =>
    withWorkshop(
      make,
      async (workshop) => {
        await workshop.rows({ action: "Add", table: "Notes", rows: [{ Id: "1" }] });
        await work(workshop);
      },
      undefined,
      APP,
    );

  describe("a text that no database keeps", () => {
    describe.each([
      ["NUL", "a\0b"],
      ["half a surrogate pair", "\ud800"],
      ["the other half", "x\udc00"],
    ])("%s", (_, text) => {
      const add: EngineRequest = { action: "Add", table: "Notes", rows: [{ Id: "2" }] };
      const find: EngineRequest = {
        action: "Find",
        table: "Notes",
        properties: { Selector: 'FILTER("Notes", [Id] = [_PARAM].[id])' },
      };
      test.each<[from: string, request: EngineRequest, name: string]>([
        ["UserSettings", { ...add, properties: { UserSettings: { who: text } } }, '"UserSettings.who"'],
        [
          "an input",
          { ...add, action: "Say", rows: [{ Id: "1" }], properties: { Inputs: { said: text } } },
          '"Inputs.said"',
        ],
        [
          "an input of a dry run",
          {
            ...add,
            action: "Say",
            rows: [{ Id: "1" }],
            properties: { DryRun: true, Inputs: { said: text } },
          },
          '"Inputs.said"',
        ],
        ["a parameter", { ...find, properties: { ...find.properties, Params: { id: text } } }, '"Params.id"'],
        [
          "a list of parameters",
          { ...find, properties: { ...find.properties, Params: { id: ["a", text] } } },
          '"Params.id"',
        ],
        ["RunAsUserEmail", { ...add, properties: { RunAsUserEmail: `${text}@x.y` } }, '"RunAsUserEmail"'],
        ["UserId", { ...add, properties: { UserId: text } }, '"UserId"'],
        [
          "RunAsUserEmail of a Find",
          { action: "Find", table: "Notes", properties: { RunAsUserEmail: text } },
          '"RunAsUserEmail"',
        ],
        ["who signed in", { ...add, caller: { email: text } }, '"caller"'],
        ["the role of who signed in", { ...add, caller: { email: "a@b.c", role: text } }, '"caller.role"'],
        [
          "a setting of who signed in",
          { ...add, caller: { email: "a@b.c", settings: { who: text } } },
          '"caller.settings.who"',
        ],
      ])("in %s", (_, request, name) =>
        inNotes(async ({ engine, all }) => {
          for (const one of [request, { ...request, idempotencyKey: "k" }]) {
            const result = await engine.execute(one);
            expect(result).toMatchObject({ ok: false, diagnostics: [{ code: "request/property" }] });
            if (!result.ok) expect(result.diagnostics[0]?.message).toContain(name);
          }
          expect(await all("Notes")).toHaveLength(1);
        }),
      );

      test("in an Idempotency-Key", () =>
        inNotes(async ({ errors }) => {
          expect(await errors({ ...add, idempotencyKey: text })).toEqual(["request/property"]);
        }));
    });

    test.each<[from: string, request: EngineRequest, errors: string[]]>([
      ["a formula", { action: "Add", table: "Computed", rows: [{ Id: "text" }] }, ["1 One cell/unreadable"]],
      [
        "a formula of a Ref",
        { action: "Add", table: "Computed", rows: [{ Id: "ref" }] },
        ["1 Link cell/unreadable"],
      ],
      [
        "a formula of a list",
        { action: "Add", table: "Computed", rows: [{ Id: "list" }] },
        ["1 All cell/unreadable"],
      ],
      [
        "the initial value of a key",
        { action: "Add", table: "Keyed", rows: [{ Note: "x" }] },
        ["1 Id cell/unreadable"],
      ],
      ["an action", { action: "Break", table: "Notes", rows: [{ Id: "1" }] }, ["1 Said cell/unreadable"]],
      [
        "an action that adds a row",
        { action: "Copy", table: "Notes", rows: [{ Id: "1" }] },
        ["1 action/refused"],
      ],
      [
        "an action of a rule",
        { action: "Edit", table: "Notes", rows: [{ Id: "1", Said: "break" }] },
        ["1 workflow/refused"],
      ],
    ])("computed by %s", (_, request, expected) =>
      inNotes(async ({ errors }) => {
        expect(await errors(request)).toEqual(expected);
        expect(await errors({ ...request, properties: { DryRun: true } })).toEqual(expected);
      }),
    );

    test("in a template is sent as it is", () =>
      inNotes(async ({ rows }) => {
        expect(
          await rows({ action: "Edit", table: "Notes", rows: [{ Id: "1", Said: "told" }] }),
        ).toMatchObject([{ Said: "told" }]);
      }));
  });
}
