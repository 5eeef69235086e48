/** Whom the calls of a key are made for. */
import { expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { call } from "./call.ts";
import { engineOf } from "./engine-of.ts";

const DEFINITION = `
tablewright: 1
app:
  id: desk
  name: Desk
  owner: owner@example.com
  api:
    accessKeys:
      - { name: any, key: any }
      - { name: owner, key: owner, runAs: owner }
      - { name: none, key: none, runAs: false }
      - { name: caller, key: caller, runAs: caller }
      - { name: partner, key: partner, as: ann@example.com }
      - { name: agent, key: agent, as: ann@example.com, runAs: true }
tables:
  Notes:
    key: [Note]
    securityFilter: "[Author] = USEREMAIL()"
    columns: { Note: { type: Text }, Author: { type: Email } }
`;

async function desk() {
  const services = { now: () => Date.UTC(2026, 2, 14), random: () => 0.5, newId: () => "id" };
  const engine = await engineOf(DEFINITION, services);
  for (const name of ["owner", "ann", "bob"])
    await engine.add("Notes", [{ Note: name, Author: `${name}@example.com` }]);
  return createServer({ engines: [engine] });
}

const BOB = { RunAsUserEmail: "bob@example.com" };

test.each<[key: string, properties: object, expected: string | number, code?: string]>([
  ["any", {}, "owner"],
  ["any", BOB, "bob"],
  ["any", { RunAsUserEmail: "BOB@example.com" }, "bob"],
  ["any", { UserId: "bob@example.com" }, "bob"],
  ["any", { RunAsUserEmail: "" }, 400, "auth/blank-identity"],
  ["any", { RunAsUserEmail: null }, 400, "auth/blank-identity"],
  ["any", { UserId: " " }, 400, "auth/blank-identity"],
  ["any", { RunAsUserEmail: "bob@example.com", UserId: null }, 400, "auth/blank-identity"],
  ["any", { RunAsUserEmail: "\u212Aim@example.com" }, 400, "auth/look-alike"],
  ["owner", {}, "owner"],
  ["owner", BOB, 403, "access/not-allowed"],
  ["none", {}, "owner"],
  ["none", BOB, 403, "access/not-allowed"],
  ["none", { UserId: "" }, 400, "auth/blank-identity"],
  ["caller", {}, 400, "auth/no-identity"],
  ["caller", BOB, "bob"],
  ["caller", { RunAsUserEmail: "" }, 400, "auth/blank-identity"],
  ["partner", {}, "ann"],
  ["partner", BOB, 403, "access/not-allowed"],
  ["partner", { RunAsUserEmail: null }, 400, "auth/blank-identity"],
  ["agent", {}, "ann"],
  ["agent", BOB, "bob"],
])("a call with the key %s and %j", async (key, properties, expected, code) => {
  const server = await desk();
  const body = { Action: "Find", Properties: properties };
  const found = await call(server, { app: "desk", table: "Notes", key, body });
  const url = "/api/v2/apps/desk/tables/Notes/explain";
  const explained = await call(server, { url, key, body });
  if (code === undefined) {
    expect(found.json.Rows.map((row: { Note: string }) => row.Note)).toEqual([expected]);
    expect(explained.status).toBe(200);
    return;
  }
  for (const answer of [found, explained])
    expect([answer.status, answer.json.code]).toEqual([expected, code]);
});
