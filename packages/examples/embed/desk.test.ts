import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { answerRequests } from "./answer-requests.ts";
import { hostOnNode } from "./host-on-node.ts";
import { openDesk } from "./open-desk.ts";
import { peopleOf } from "./people.ts";

const people = peopleOf(
  new Map([
    ["a-1", { email: "ann@example.com", role: "User" }],
    ["b-2", { email: "bob@example.com", role: "User" }],
    ["m-3", { email: "max@example.com", role: "Agent" }],
  ]),
);

let now = Date.UTC(2026, 2, 14, 23, 30);
let handle: (request: Request) => Promise<Response>;
const faults: unknown[] = [];
const server = hostOnNode(
  (request) => handle(request),
  (error) => faults.push(error),
);
await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeEach(async () => {
  now = Date.UTC(2026, 2, 14, 23, 30);
  let ids = 0;
  let draws = 0;
  const engine = await openDesk({
    now: () => now,
    random: () => (++draws * 0.618) % 1,
    newId: () => `id-${++ids}`,
    roleOf: people.roleOf,
  });
  handle = answerRequests(engine, people);
});
afterAll(() => {
  server.close();
  expect(faults).toEqual([]);
});

async function ask(token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  return { status: response.status, json: (await response.json()) as any };
}

const subjects = async (token: string, query = "") =>
  (await ask(token, "GET", `/tickets${query}`)).json.tickets.map((one: { Subject: string }) => one.Subject);

describe("the help desk", () => {
  test("a ticket gets who asked, when by the clock and the zone, and when it is due", async () => {
    const { status, json } = await ask("a-1", "POST", "/tickets", { Ticket: "t1", Subject: "Tea" });
    expect([status, json]).toEqual([
      201,
      {
        tickets: [
          {
            _RowNumber: 1,
            Ticket: "t1",
            Subject: "Tea",
            "Asked By": "ann@example.com",
            "Asked At": "2026-03-15T00:30:00",
            State: "Open",
            Due: "2026-03-22",
            Late: false,
          },
        ],
        warnings: [],
      },
    ]);
  });

  test.each(["", "nobody", "a-1 "])("the token %j is no user's", async (token) => {
    const answer = await ask(`${token}x`, "GET", "/tickets");
    expect([answer.status, answer.json.tickets]).toEqual([401, undefined]);
  });

  test("everybody lists their own tickets, an agent all of them", async () => {
    await ask("a-1", "POST", "/tickets", { Subject: "Tea" });
    await ask("b-2", "POST", "/tickets", { Subject: "Ink" });
    expect(await subjects("a-1")).toEqual(["Tea"]);
    expect(await subjects("b-2")).toEqual(["Ink"]);
    expect(await subjects("m-3")).toEqual(["Tea", "Ink"]);
  });

  test("no user asks, edits or closes in another's name", async () => {
    await ask("a-1", "POST", "/tickets", { Ticket: "t1", Subject: "Tea" });
    const asked = await ask("b-2", "POST", "/tickets", { Subject: "x", "Asked By": "ann@example.com" });
    expect([asked.status, asked.json.errors[0].code]).toEqual([403, "rule/with-check"]);
    const edited = await ask("b-2", "PATCH", "/tickets/t1", { Subject: "Mine" });
    expect([edited.status, edited.json.errors[0].code]).toEqual([404, "row/not-found"]);
    expect((await ask("b-2", "POST", "/tickets/t1/close")).status).toBe(404);
    expect(await subjects("a-1")).toEqual(["Tea"]);
  });

  test("every error is reported with its column, and nothing is written", async () => {
    const answer = await ask("a-1", "POST", "/tickets", { State: "Lost", Due: "2020-01-01", Sbject: "x" });
    expect(answer.status).toBe(400);
    expect(answer.json.errors.map(({ column, code }: Record<string, string>) => [column, code])).toEqual(
      expect.arrayContaining([
        ["Sbject", "column/unknown"],
        ["State", "cell/not-in-list"],
      ]),
    );
    expect(answer.json.errors[0].hint).toContain("Subject");
    const early = await ask("a-1", "POST", "/tickets", { Subject: "x", Due: "2020-01-01" });
    expect(early.json.errors).toEqual([
      { column: "Due", code: "rule/valid-if", message: "A ticket is not due before it is asked." },
    ]);
    expect(await subjects("m-3")).toEqual([]);
  });

  test("an edit by its owner, and one of its key that does not count", async () => {
    await ask("a-1", "POST", "/tickets", { Ticket: "t1", Subject: "Tea" });
    const { status, json } = await ask("a-1", "PATCH", "/tickets/t1", { Ticket: "t2", Subject: "Green tea" });
    expect([status, json.tickets[0]]).toMatchObject([200, { Ticket: "t1", Subject: "Green tea" }]);
  });

  test("closing is an action: once it counts, then it passes over the ticket with a warning", async () => {
    await ask("a-1", "POST", "/tickets", { Ticket: "t1", Subject: "Tea" });
    const once = await ask("m-3", "POST", "/tickets/t1/close");
    expect(once).toMatchObject({ status: 200, json: { tickets: [{ State: "Closed" }], warnings: [] } });
    const twice = await ask("m-3", "POST", "/tickets/t1/close");
    expect(twice.json.warnings).toMatchObject([{ code: "action/passed-over" }]);
  });

  test("a list by state: what is in the address is a value, never a part of the Selector", async () => {
    await ask("a-1", "POST", "/tickets", { Ticket: "t1", Subject: "Tea" });
    await ask("a-1", "POST", "/tickets", { Ticket: "t2", Subject: "Ink" });
    await ask("a-1", "POST", "/tickets/t2/close");
    expect(await subjects("a-1", "?state=open")).toEqual(["Tea"]);
    expect(await subjects("a-1", "?state=Closed")).toEqual(["Ink"]);
    expect(await subjects("a-1", `?state=${encodeURIComponent('") , TRUE) & ("')}`)).toEqual([]);
  });

  test("a ticket becomes late when its day has passed", async () => {
    await ask("a-1", "POST", "/tickets", { Ticket: "t1", Subject: "Tea" });
    now = Date.UTC(2026, 2, 23);
    expect((await ask("a-1", "GET", "/tickets")).json.tickets).toMatchObject([{ Late: true }]);
  });

  test.each<[string, string, unknown, number]>([
    ["POST", "/tickets", "{", 400],
    ["POST", "/tickets", "[]", 400],
    ["POST", "/tickets", "null", 400],
    ["POST", "/tickets", "", 400],
    ["POST", "/tickets", `{"Subject": "${"x".repeat(70_000)}"}`, 400],
    ["POST", "/tickets", '{"__proto__": {"Subject": "x"}}', 400],
    ["PATCH", "/tickets/%ff", {}, 404],
    ["PATCH", "/tickets/__proto__", { Subject: "x" }, 404],
    ["PATCH", "/tickets", {}, 405],
    ["GET", "/tickets/t1", undefined, 405],
    ["DELETE", "/tickets/t1", undefined, 405],
    ["GET", "/", undefined, 404],
    ["POST", "/tickets/t1/drop", {}, 404],
  ])("%s %s %#", async (method, path, body, status) => {
    const answer = await ask("a-1", method, path, body);
    expect([answer.status, answer.json.errors.length > 0]).toEqual([status, true]);
  });
});
