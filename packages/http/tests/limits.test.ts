/** Every limit one below, at and one above its value. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { defaultServiceLimits } from "../src/index.ts";
import { adapters } from "./adapters.ts";
import { type CallAnswer, call } from "./call.ts";
import { fakeEngine, plainKey } from "./fake-engine.ts";

/** 64 megabytes of blanks. */
const folded = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));

describe.each(adapters)("%s", (_, serve) => {
  describe("bytes of a body", () => {
    const { bodyBytes } = defaultServiceLimits;
    const server = serve({ engines: [fakeEngine()] });

    test.each([
      [bodyBytes - 1, 200],
      [bodyBytes, 200],
      [bodyBytes + 1, 413],
    ])("%i bytes", async (size, status) => {
      expectLimit(await call(server, { body: findOf(size) }), status, "limit/body", String(bodyBytes));
    });

    test.each([
      ["gzip", gzipSync],
      ["br", brotliCompressSync],
    ] as const)("decoded from %s", async (encoding, compress) => {
      const small = serve({ engines: [fakeEngine()], limits: { bodyBytes: 1000 } });
      for (const [size, status] of [
        [999, 200],
        [1000, 200],
        [1001, 413],
      ] as const) {
        const body = compress(findOf(size));
        const answer = await call(small, { body, headers: { "content-encoding": encoding } });
        expectLimit(answer, status, "limit/body", "1000");
      }
    });

    test("a few kilobytes that unfold to 64 megabytes are stopped on the way", async () => {
      const answer = await call(server, { body: folded, headers: { "content-encoding": "gzip" } });
      expectLimit(answer, 413, "limit/body", String(bodyBytes));
    });
  });

  describe("nesting of a body", () => {
    const server = serve({ engines: [fakeEngine()] });

    test.each([
      [31, 200],
      [32, 200],
      [33, 400],
      [1_000_000, 400],
    ])("%i levels", async (depth, status) => {
      const value = `${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}`;
      const answer = await call(server, { body: `{"Action":"Find","Extra":${value}}` });
      expectLimit(answer, status, "limit/body-nesting", "32");
    });

    test("brackets in a text and behind an escaped quote do not count", async () => {
      const text = JSON.stringify({ Action: "Find", Extra: `\\"${"[{".repeat(50)}` });
      expect((await call(server, { body: text })).status).toBe(200);
    });
  });

  describe("members of an object in a body", () => {
    const server = serve({ engines: [fakeEngine()] });

    test.each([
      [9_999, 200],
      [10_000, 200],
      [10_001, 400],
    ])("%i members", async (count, status) => {
      const extra = Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]));
      const answer = await call(server, { body: { Action: "Find", Properties: { extra } } });
      expectLimit(answer, status, "limit/body-members", "10000");
    });
  });

  describe("values of a row", () => {
    const server = serve({ engines: [fakeEngine()] });

    test.each([
      [99_999, 200],
      [100_000, 200],
      [100_001, 400],
    ])("%i values, beside another row", async (count, status) => {
      const list = Array.from({ length: count - 1 }, () => 1);
      const answer = await call(server, { body: { Action: "Add", Rows: [{ list: [1, 2] }, { list }] } });
      expectLimit(answer, status, "limit/row-values", "100000");
    });
  });

  describe("rows of a call", () => {
    const server = serve({ engines: [fakeEngine()] });

    test.each([
      [9_999, 200],
      [10_000, 200],
      [10_001, 413],
    ])("%i rows", async (count, status) => {
      const rows = Array.from({ length: count }, (_, id) => ({ "Order ID": id }));
      const answer = await call(server, { body: { Action: "Add", Rows: rows } });
      expectLimit(answer, status, "limit/rows", "10000");
    });
  });

  describe("calls of one key", () => {
    test.each<[limits: { callsPerKey?: number; waitingPerKey?: number }, calls: number, refused: number]>([
      [{}, 32 + 256 - 1, 0],
      [{}, 32 + 256, 0],
      [{}, 32 + 256 + 1, 1],
      [{ callsPerKey: 2, waitingPerKey: 3 }, 5, 0],
      [{ callsPerKey: 2, waitingPerKey: 3 }, 7, 2],
      [{ callsPerKey: 2, waitingPerKey: 0 }, 3, 1],
    ])("limits %j, %i at once", async (limits, calls, refused) => {
      const { server, release, most } = slowServer(limits);
      const answers = Array.from({ length: calls }, () => call(server));
      let answered = 0;
      for (const answer of answers) answer.then(() => answered++);
      await expect.poll(() => [most(), answered]).toEqual([limits.callsPerKey ?? 32, refused]);
      release();
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 429).length).toBe(refused);
      expect(statuses.filter((status) => status === 200).length).toBe(calls - refused);
      expect(most()).toBe(limits.callsPerKey ?? 32);
    });

    test("one key does not wait for another, and the error says when to come back", async () => {
      const { server, release, most } = slowServer({ callsPerKey: 1, waitingPerKey: 0 });
      const first = call(server);
      await expect.poll(most).toBe(1);
      const refused = await call(server);
      expectLimit(refused, 429, "limit/busy", '"limits.waitingPerKey"');
      expect(refused.headers["retry-after"]).toBe("1");
      const other = call(server, { key: "V2-other" });
      release();
      expect([(await first).status, (await other).status]).toEqual([200, 200]);
    });

    test("a call that fails gives its place back", async () => {
      const engine = fakeEngine();
      const server = serve({ engines: [engine], limits: { callsPerKey: 1, waitingPerKey: 0 } });
      const honest = engine.answer;
      engine.answer = () => {
        throw new Error("no");
      };
      expect((await call(server)).status).toBe(500);
      engine.answer = honest;
      expect((await call(server)).status).toBe(200);
    });
  });

  function expectLimit(answer: CallAnswer, status: number, code: string, value: string): void {
    expect(answer.status).toBe(status);
    if (status === 200) return;
    expect(answer.json.code).toBe(code);
    expect(answer.json.detail).toContain(value);
    expect(answer.json.detail).toMatch(/The server's setting "limits\.\w+" raises it\./u);
  }

  /** A Find of exactly so many bytes. */
  function findOf(bytes: number): string {
    const empty = '{"Action":"Find","Properties":{"x":""}}';
    return empty.replace('""', `"${"x".repeat(bytes - empty.length)}"`);
  }

  /** A server whose engine answers nothing before it is released. */
  function slowServer(limits: { callsPerKey?: number; waitingPerKey?: number }) {
    const engine = fakeEngine({ accessKeys: [plainKey(), plainKey({ name: "other", key: "V2-other" })] });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let running = 0;
    let most = 0;
    engine.answer = async () => {
      running++;
      most = Math.max(most, running);
      await released;
      running--;
      return { ok: true, rows: [], warnings: [] };
    };
    return { server: serve({ engines: [engine], limits }), release, most: () => most };
  }
});
