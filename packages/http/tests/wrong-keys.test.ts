/** Who tries keys is slowed by their network address; a right key from there still works. */
import { expect, test } from "vitest";
import { createWrongKeys, networkOf } from "../src/access/wrong-keys.ts";
import { type Answer, type ApiRequest, createRecordApi } from "../src/index.ts";
import { appId, fakeEngine } from "./fake-engine.ts";

let now = 0;

test.each([undefined, 3])(
  "limit %s: as many wrong keys a minute as that, and then no more",
  async (wrongKeys) => {
    const { ask, engine } = start(wrongKeys);
    const most = wrongKeys ?? 10;
    for (let count = 1; count <= most; count++) expect((await ask("wrong")).status).toBe(403);
    const refused = await ask("wrong");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
    expect(JSON.parse(refused.body as string)).toMatchObject({
      code: "limit/wrong-keys",
      detail: expect.stringContaining(`More than ${most} wrong access keys`),
    });
    expect((await ask("V2-right")).status).toBe(200);
    expect((await ask("wrong")).status).toBe(429);
    expect((await ask("wrong", "10.0.0.2")).status).toBe(403);
    expect(engine.requests.length).toBe(1);
    now += 59_999;
    expect((await ask("wrong")).status).toBe(429);
    now += 1;
    expect((await ask("wrong")).status).toBe(403);
  },
);

test("right keys, missing keys and other errors are not counted", async () => {
  const { ask } = start(1);
  for (const key of ["V2-right", "", "V2-right"]) await ask(key);
  expect((await ask("wrong")).status).toBe(403);
  expect((await ask("wrong")).status).toBe(429);
});

test("where callers have no address, none is slowed", async () => {
  const { ask } = start(1);
  for (let count = 0; count < 5; count++) expect((await ask("wrong", null)).status).toBe(403);
});

test("so many addresses are remembered, and the oldest is forgotten", () => {
  const wrongKeys = createWrongKeys(1, 3);
  const add = (address: string, at = 0) => wrongKeys.add(address, at);
  expect(["a", "b", "c", "a"].map((address) => add(address))).toEqual([false, false, false, true]);
  expect(add("d")).toBe(false); // a is forgotten
  expect([add("b"), add("c"), add("d")]).toEqual([true, true, true]);
  expect(add("a")).toBe(false);
  expect(add("c", 60_000)).toBe(false);
  expect(add("c", 30_000)).toBe(false); // a clock that was set back
});

test.each([
  ["10.1.2.3", "10.1.2.3"],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["1::", "1:0:0:0"],
])("%s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

function start(wrongKeys?: number) {
  const engine = fakeEngine();
  const limits = wrongKeys === undefined ? {} : { wrongKeys };
  const api = createRecordApi({ engines: [engine], limits, now: () => now });
  const ask = (key: string, caller: string | null = "10.0.0.1"): Promise<Answer> =>
    api.handle(requestOf(key, caller));
  return { engine, ask };
}

function requestOf(key: string, caller: string | null): ApiRequest {
  const path = `/api/v2/apps/${appId}/tables/Orders/Action`;
  return {
    method: "POST",
    path,
    url: path,
    headers: { applicationaccesskey: key },
    body: { read: async () => Buffer.from('{"Action":"Find"}') },
    id: "1",
    ...(caller === null ? {} : { caller }),
  };
}
