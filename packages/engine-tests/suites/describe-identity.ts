import type { CallerIdentity, EngineRequest } from "@tablewright/core";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

/** Notes that show themselves to their author, and a table that says who the caller is. */
const DESK = `
tablewright: 1
app:
  id: desk
  name: Desk
  owner: Owner@example.com
  timezone: UTC
  roles: { kim@example.com: Admin, owner@example.com: Owner, ÖSTEN@example.com: Packer }
tables:
  Notes:
    key: [Note]
    securityFilter: '[Author] = USEREMAIL()'
    columns:
      Note: { type: Text }
      Author: { type: Email }
  Visits:
    key: [Visit]
    columns:
      Visit: { type: Text }
      Email: { type: Text, virtual: true, formula: USEREMAIL() }
      Role: { type: Text, virtual: true, formula: USERROLE() }
`;

const NOTES = [
  { Note: "k", Author: "kim@example.com" },
  { Note: "o", Author: "owner@example.com" },
  { Note: "ö", Author: "östen@example.com" },
];

const KELVIN = "\u212Aim@example.com";

type Properties = NonNullable<EngineRequest["properties"]>;

/** Whom a call is made for, and how little it takes for it to be nobody. */
export function describeIdentity(make: MakeStore): void {
  const atDesk = (run: (workshop: Workshop) => Promise<void>) => () =>
    withWorkshop(make, async (workshop) => fillDesk(workshop).then(() => run(workshop)), undefined, DESK);
  const notes = (properties: Properties, caller?: CallerIdentity): EngineRequest => ({
    action: "Find",
    table: "Notes",
    properties,
    ...(caller === undefined ? {} : { caller }),
  });
  const seen = async ({ rows }: Workshop, request: EngineRequest) =>
    (await rows(request)).map((row) => row.Note);

  describe("identity", () => {
    test(
      "left out it is the owner",
      atDesk(async (workshop) => expect(await seen(workshop, notes({}))).toEqual(["o"])),
    );

    test.each<[name: string, value: string | null | undefined]>([
      ["RunAsUserEmail", ""],
      ["RunAsUserEmail", null],
      ["RunAsUserEmail", undefined],
      ["RunAsUserEmail", " \t"],
      ["UserId", ""],
      ["UserId", null],
      ["UserId", "\u00a0"],
    ])("%s of %j is refused, and is not the owner", (name, value) =>
      atDesk(async ({ errors, all }) => {
        const properties = { [name]: value } as Properties;
        expect(await errors(notes(properties))).toEqual(["auth/blank-identity"]);
        const add = { action: "Add", table: "Visits", rows: [{ Visit: "v9" }], properties };
        expect(await errors(add)).toEqual(["auth/blank-identity"]);
        expect(await all("Visits")).toHaveLength(1);
      })(),
    );

    test(
      "a blank one beside another is refused as well",
      atDesk(async ({ errors }) => {
        const properties = { RunAsUserEmail: "kim@example.com", UserId: "" };
        expect(await errors(notes(properties))).toEqual(["auth/blank-identity"]);
      }),
    );

    test.each<[caller: CallerIdentity | undefined, named: Properties, rows: readonly string[] | string]>([
      [{ email: "kim@example.com" }, {}, ["k"]],
      [{ email: "kim@example.com" }, { RunAsUserEmail: "owner@example.com" }, "access/not-allowed"],
      [{ email: "kim@example.com" }, { UserId: "owner@example.com" }, "access/not-allowed"],
      [{ email: "kim@example.com" }, { UserId: "" }, "auth/blank-identity"],
      [{ email: "kim@example.com", mayNameAnother: true }, {}, ["k"]],
      [{ email: "kim@example.com", mayNameAnother: true }, { RunAsUserEmail: "owner@example.com" }, ["o"]],
      [{ email: "" }, {}, "auth/blank-identity"],
      [{ email: "  ", mayNameAnother: true }, { UserId: "kim@example.com" }, "auth/blank-identity"],
      [{ email: undefined as unknown as string }, {}, "auth/blank-identity"],
      ["owner", {}, ["o"]],
      ["owner", { RunAsUserEmail: "kim@example.com" }, "access/not-allowed"],
      ["named", {}, "auth/no-identity"],
      ["named", { RunAsUserEmail: null as unknown as string }, "auth/blank-identity"],
      ["named", { RunAsUserEmail: "kim@example.com" }, ["k"]],
      ["named", { UserId: "kim@example.com" }, ["k"]],
      [undefined, { UserId: "kim@example.com", RunAsUserEmail: "owner@example.com" }, ["o"]],
    ])("a call by %j that says %j", (caller, named, expected) =>
      atDesk(async (workshop) => {
        const request = notes(named, caller);
        const result =
          typeof expected === "string" ? (await workshop.errors(request))[0] : await seen(workshop, request);
        expect(result).toEqual(expected);
      })(),
    );

    test.each([
      ["KIM@Example.com", ["k"], "Admin"],
      ["OWNER@example.com", ["o"], "Owner"],
      ["ÖSTEN@EXAMPLE.com", ["ö"], "Packer"],
      ["östen@example.com", ["ö"], "Packer"],
      ["kim@example.org", [], "User"],
    ])("%s is the same person for filters and for roles", (email, shown, role) =>
      atDesk(async (workshop) => {
        for (const properties of [{ RunAsUserEmail: email }, { UserId: email }]) {
          expect(await seen(workshop, notes(properties))).toEqual(shown);
          const [visit] = await workshop.rows({ action: "Find", table: "Visits", properties });
          expect(visit).toMatchObject({ Email: email, Role: role });
        }
      })(),
    );

    test.each([KELVIN, "k\u0130m@example.com"])(
      "%s, which is written with a letter that looks like another, is nobody",
      (email) =>
        atDesk(async ({ errors }) => {
          const callers: [Properties, CallerIdentity?][] = [
            [{ RunAsUserEmail: email }],
            [{ UserId: email }],
            [{}, { email }],
            [{ UserId: email, RunAsUserEmail: "kim@example.com" }],
          ];
          for (const [properties, caller] of callers)
            for (const table of ["Notes", "Visits"])
              expect(await errors({ ...notes(properties, caller), table })).toEqual(["auth/look-alike"]);
        })(),
    );

    test(
      "explain refuses whom a Find refuses",
      atDesk(async ({ engine }) => {
        const explanation = await engine.explain(notes({ UserId: "" }));
        expect([explanation.output, explanation.diagnostics.map(({ code }) => code)]).toEqual([
          undefined,
          ["auth/blank-identity"],
        ]);
      }),
    );
  });
}

async function fillDesk({ rows }: Workshop): Promise<void> {
  await rows({ action: "Add", table: "Notes", rows: NOTES });
  await rows({ action: "Add", table: "Visits", rows: [{ Visit: "v1" }] });
}
