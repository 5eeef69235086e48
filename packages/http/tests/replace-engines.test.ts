/** Other engines in the place of those that are served: no call is dropped, and none has more places than before. */
import { expect, test } from "vitest";
import { createRecordApi } from "../src/index.ts";
import { fakeEngine, plainKey } from "./fake-engine.ts";
import { plainRequest } from "./plain-request.ts";

test("a call under way ends with the engine it began with, and later ones go to the new one", async () => {
  const [old, next] = [fakeEngine(), fakeEngine()];
  let release = (): void => {};
  const honest = old.answer;
  old.answer = async (request) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return honest(request);
  };
  const api = createRecordApi({ engines: [old], limits: { callsPerKey: 1, waitingPerKey: 1 } });
  const first = api.handle(plainRequest());
  await expect.poll(() => old.requests.length).toBe(1);
  api.replaceEngines([next]);
  const second = api.handle(plainRequest());
  await expect.poll(() => api.load().waiting).toBe(1); // the key's one place is still taken
  expect((await api.handle(plainRequest())).status).toBe(429);
  release();
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  expect([old.requests.length, next.requests.length]).toEqual([1, 1]);
  expect(api.load()).toEqual({ working: 0, waiting: 0, bodyBytes: 0 });
});

test("keys that are gone open nothing, and new ones do", async () => {
  const api = createRecordApi({ engines: [fakeEngine()] });
  api.replaceEngines([fakeEngine({ accessKeys: [plainKey({ name: "new", key: "V2-new" })] })]);
  expect((await api.handle(plainRequest())).status).toBe(403);
  expect((await api.handle(plainRequest({ key: "V2-new" }))).status).toBe(200);
});

test("two applications of one id change nothing", async () => {
  const api = createRecordApi({ engines: [fakeEngine()] });
  expect(() => api.replaceEngines([fakeEngine(), fakeEngine()])).toThrow(/needs another id/u);
  expect((await api.handle(plainRequest())).status).toBe(200);
});
