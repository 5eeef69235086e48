/** Webhooks leave the house: by serve, by deliver, and what an operator sees and does of it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ListedEvent } from "@tablewright/delivery";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { begin, capture } from "./capture.ts";
import { folderOf } from "./folder.ts";

const received: string[] = [];
const server = createServer(({ url, headers }, response) => {
  received.push(`${url} ${headers["webhook-id"]}`);
  response.writeHead(url === "/gone" ? 410 : 200).end(`${url} was here`);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.close();
});

test("serve delivers what calls lead to, and is answered as it delivers", async () => {
  const { serve, add, list } = place();
  const served = await serve("--allow-private-targets");
  await add(served.address, "A", "hook");
  await vi.waitUntil(() => received.some((one) => one.startsWith("/hook ")), { timeout: 150_000 });
  await vi.waitUntil(() => served.err().includes("event delivered"), { timeout: 150_000 });
  const headers = { ApplicationAccessKey: "V2-k", "content-type": "application/json" };
  const read = async <T>(path: string) =>
    (await (await fetch(`${served.address}/events${path}`, { headers })).json()) as T;
  const { events } = await read<{ events: readonly [ListedEvent] }>("");
  const shown = await read<ListedEvent>(`/${events[0].id}`);
  expect(shown).toMatchObject({ state: "delivered", lastAttempt: "200 OK", answer: "/hook was here" });
  const body = JSON.stringify({ Ids: [shown.id] });
  const dropped = await fetch(`${served.address}/events/drop`, { method: "POST", headers, body });
  expect(await dropped.json()).toEqual({
    changed: [],
    refused: [{ id: shown.id, reason: "It was delivered." }],
  });
  await served.stop();
  const [event] = await list();
  expect(event).toMatchObject({ state: "delivered", rule: "Tell", table: "Notes", key: "A", claims: 1 });
  expect(received.filter((one) => one === `/hook ${event.id}`)).toHaveLength(1);
});

test("what serve leaves is listed, dropped, retried and delivered by deliver", async () => {
  const { serve, add, list, events, deliver } = place();
  const served = await serve("--no-deliver");
  for (const name of ["a", "b", "gone"]) await add(served.address, name, name);
  await served.stop();
  const [gone, b, a] = await list();
  expect([gone, b, a].map(({ state, key }) => `${state} ${key}`)).toEqual([
    "waiting gone",
    "waiting b",
    "waiting a",
  ]);
  const { out } = await events("list", "--rule", "Tell", "--limit", "1");
  expect(out).toContain(
    `${gone.id}  waiting    ${gone.created}  Tell, add of "gone" in Notes, due ${gone.due}\n1 event.`,
  );

  expect(await events("drop", b.id)).toEqual({ code: 0, out: "1 event dropped.\n", err: "" });
  expect(await events("drop", b.id, "x")).toEqual({
    code: 1,
    out: "0 events dropped.\n",
    err: `${b.id}: It was dropped before.\nx: The application has no such event.\n`,
  });

  const delivering = begin([...deliver(), "--allow-private-targets"]);
  await vi.waitUntil(() => delivering.err().includes("failed for good"), { timeout: 150_000 });
  delivering.stop();
  expect((await delivering.done).code).toBe(0);
  expect((await list()).map(({ state }) => state)).toEqual(["failed", "dropped", "delivered"]);
  expect((await list("--state", "failed")).map(({ id }) => id)).toEqual([gone.id]);
  expect((await events("show", gone.id)).out).toMatch(
    /^lastAttempt: 410 Gone\nanswer: \/gone was here\nerror: Attempt 1 since .*: 410 Gone$/mu,
  );
  expect((await events("show", a.id)).out).toMatch(/^lastAttempt: 200 OK\nanswer: \/a was here$/mu);

  expect((await events("retry", "--failed")).out).toBe("1 event to be sent again.\n");
  expect((await events("retry", gone.id)).err).toBe(
    `${gone.id}: It is being sent, or will be within a minute.\n`,
  );
  expect((await events("retry", b.id, a.id)).out).toBe("2 events to be sent again.\n");
  expect((await list()).map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting"]);
});

test("without leave nothing goes to this machine, and the reason is shown", async () => {
  const { serve, add, list, deliver } = place();
  const served = await serve("--no-deliver");
  await add(served.address, "A", "private");
  await served.stop();
  const delivering = begin(deliver());
  await vi.waitUntil(() => delivering.err().includes("failed for good"), { timeout: 150_000 });
  delivering.stop();
  await delivering.done;
  const [event] = await list();
  expect(event.error).toContain('"127.0.0.1" is 127.0.0.1, which is not on the public internet');
  expect(received.some((one) => one.startsWith("/private "))).toBe(false);
});

test.each<[string[], number, string]>([
  [["list"], 1, "There is no file"],
  [["show", "x"], 1, "There is no file"],
  [["retry"], 2, "Name the ids of events, or all that have failed with --failed."],
  [["drop", "x", "--failed"], 2, "Name the ids of events"],
  [["list", "--limit", "0"], 2, "It is not a whole number above 0."],
  [["list", "--state", "lost"], 2, "waiting, delivered, failed, dropped"],
  [["send"], 2, "unknown command 'send'"],
])("events %j: a sentence and an exit code", async (input, code, words) => {
  const { events } = place();
  const [name = "", ...rest] = input;
  const captured = await events(name, ...rest);
  expect([captured.code, captured.out]).toEqual([code, ""]);
  expect(captured.err).toContain(words);
});

test("deliver has nothing to do for rows in memory", async () => {
  const { file } = place();
  const { code, err } = await capture("deliver", file, "--store", "memory:");
  expect([code, err]).toEqual([
    1,
    'Name the store of the server with --store, such as sqlite:rows.sqlite. Events in memory are sent by "tablewright serve" itself.\n',
  ]);
});

/** A definition whose rows say where their webhooks go, and a file for its rows. */
function place() {
  const { port } = (server.address() as AddressInfo | null) ?? { port: 0 };
  const folder = folderOf({
    "app.yaml": `
tablewright: 1
app: { id: notes, name: Notes, owner: a@example.com, api: { enabled: true, accessKeys: [{ name: k, key: V2-k, events: true }] } }
tables:
  Notes: { key: [Note], columns: { Note: { type: Text }, Path: { type: Text } } }
rules:
  Tell: { table: Notes, on: [add], steps: [{ webhook: { url: "http://127.0.0.1:${port}/<<[Path]>>" } }] }
`,
  });
  const file = join(folder, "app.yaml");
  const store = ["--store", `sqlite:${join(folder, "rows.sqlite")}`];
  const events = (name: string, ...input: string[]) => capture("events", name, file, ...input, ...store);
  return {
    file,
    events,
    deliver: () => ["deliver", file, ...store],
    async list(...input: string[]) {
      const { out } = await events("list", "--json", ...input);
      return JSON.parse(out) as [ListedEvent, ListedEvent, ListedEvent];
    },
    async serve(...options: string[]) {
      const served = begin(["serve", file, ...store, "--port", "0", ...options]);
      await vi.waitUntil(() => served.out().includes("curl "), { timeout: 150_000 });
      const address = /served at (\S+)/u.exec(served.out())?.[1] ?? "";
      const stop = async () => {
        served.stop();
        expect((await served.done).code).toBe(0);
      };
      return { ...served, address, stop };
    },
    async add(address: string, note: string, path: string) {
      const answer = await fetch(`${address}/tables/Notes/Action`, {
        method: "POST",
        headers: { ApplicationAccessKey: "V2-k", "content-type": "application/json" },
        body: JSON.stringify({ Action: "Add", Rows: [{ Note: note, Path: path }] }),
      });
      expect(answer.status).toBe(200);
    },
  };
}
