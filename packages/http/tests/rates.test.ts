/** Limits in time, origins of pages, and headers that every answer has, by every adapter. */
import { describe, expect, test } from "vitest";
import { createServer, fetchHandler, type TakenTime } from "../src/index.ts";
import { adapters } from "./adapters.ts";
import { call } from "./call.ts";
import { fakeEngine, plainKey } from "./fake-engine.ts";

const keys = ["a", "b"].map((name) => plainKey({ name, key: `V2-${name}` }));
const options = () => ({ engines: [fakeEngine({ accessKeys: keys })] });
let time = 0;
const now = () => time;

describe.each(adapters)("%s", (_, serve) => {
  test.each([
    [1, 60],
    [3, 20],
  ])(
    "%d calls a minute of a key: one more is refused, and taken when Retry-After is over",
    async (perKey, wait) => {
      const server = serve({ ...options(), rates: { perKey }, now });
      time = 0;
      for (let at = 0; at < perKey; at++) expect((await call(server, { key: "V2-a" })).status).toBe(200);
      const refused = await call(server, { key: "V2-a" });
      expect([refused.status, refused.json.code, refused.headers["retry-after"]]).toEqual([
        429,
        "limit/rate",
        String(wait),
      ]);
      expect(refused.json.detail).toContain(`more than ${perKey} calls a minute of this key`);
      expect((await call(server, { key: "V2-b" })).status).toBe(200);
      time = wait * 1_000;
      expect((await call(server, { key: "V2-a" })).status).toBe(200);
    },
  );

  test("pages of an allowed origin may call, others are not told", async () => {
    const server = serve({ ...options(), origins: ["https://shop.example.com"] });
    const ask = { "access-control-request-method": "POST", origin: "https://shop.example.com" };
    const preflight = await call(server, { method: "OPTIONS", key: null, headers: ask });
    expect([preflight.status, preflight.text]).toEqual([200, "{}"]);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": "https://shop.example.com",
      "access-control-allow-methods": "GET, HEAD, POST",
      "access-control-allow-headers": "Authorization, *",
      vary: "Origin",
    });
    const allowed = await call(server, { key: "V2-a", headers: { origin: "https://shop.example.com" } });
    expect(allowed.headers["access-control-allow-origin"]).toBe("https://shop.example.com");
    expect(allowed.headers.vary).toBe("Prefer, Origin");
    const wrong = await call(server, { key: "x", headers: { origin: "https://shop.example.com" } });
    expect(wrong.headers["access-control-allow-origin"]).toBe("https://shop.example.com");
    for (const origin of ["https://shop.example.com.evil", "http://shop.example.com", "null"]) {
      const answer = await call(server, { key: "V2-a", headers: { origin } });
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      const refused = await call(server, { method: "OPTIONS", headers: { ...ask, origin } });
      expect([refused.status, refused.headers["access-control-allow-methods"]]).toEqual([405, undefined]);
    }
  });

  test("any origin, and by default none", async () => {
    const origin = "https://a.example";
    const open = await call(serve({ ...options(), origins: ["*"] }), { key: "V2-a", headers: { origin } });
    expect(open.headers["access-control-allow-origin"]).toBe(origin);
    const closed = await call(serve(options()), { key: "V2-a", headers: { origin } });
    expect(closed.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("no answer is a page, or tells where it was asked from", async () => {
    for (const key of ["V2-a", "x"])
      expect((await call(serve(options()), { key })).headers).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      });
  });
});

test("calls of a network address, whatever their keys, and not questions for health", async () => {
  time = 0;
  const handle = fetchHandler({ ...options(), rates: { perAddress: 2 }, now });
  const ask = async (caller: string, path = "/nowhere") =>
    (await handle(new Request(`http://x${path}`, { method: path === "/healthz" ? "GET" : "POST" }), caller))
      .status;
  expect([await ask("2001:db8::1"), await ask("2001:db8::2"), await ask("2001:db8::3")]).toEqual([
    404, 404, 429,
  ]);
  expect([await ask("10.0.0.1"), await ask("2001:db8::3", "/healthz")]).toEqual([404, 200]);
});

test.each([
  [["127.0.0.1"], "203.0.113.7"],
  [["10.0.0.0/8"], "127.0.0.1"],
  [[], "127.0.0.1"],
])("with the trusted proxies %j a caller sits at %s", async (trustedProxies, from) => {
  const callers: (string | undefined)[] = [];
  const server = createServer({
    ...options(),
    trustedProxies,
    reportCall: (report) => callers.push(report.from),
  });
  await call(server, { key: "V2-a", headers: { "x-forwarded-for": "6.6.6.6, 203.0.113.7" } });
  expect(callers).toEqual([from]);
});

describe("servers that share their limits", () => {
  const taken = new Map<string, number>();
  const shared = {
    exchange: async (own: readonly TakenTime[]) => {
      for (const { name, milliseconds } of own) taken.set(name, (taken.get(name) ?? 0) + milliseconds);
      return [...taken].map(([name, milliseconds]) => ({ name, milliseconds }));
    },
  };
  const away = { exchange: () => Promise.reject(new Error("away")) };

  test.each([
    ["a key", { perKey: 4 }],
    ["an address", { perAddress: 4 }],
  ])("count calls of %s together, and each by itself while that fails", async (_, rates) => {
    taken.clear();
    const make = () => createServer({ ...options(), rates, now: () => 0 });
    const [one, other] = [make(), make()];
    const statuses = async (server: typeof one, count: number) => {
      const answers = [];
      for (let at = 0; at < count; at++) answers.push((await call(server, { key: "V2-a" })).status);
      return answers;
    };
    expect(await statuses(one, 2)).toEqual([200, 200]);
    await one.recordApi.exchangeRates(shared);
    await other.recordApi.exchangeRates(shared);
    expect(await statuses(other, 3)).toEqual([200, 200, 429]);
    await expect(one.recordApi.exchangeRates(away)).rejects.toThrow("away");
    expect(await statuses(one, 3)).toEqual([200, 200, 429]);
  });
});
