/** How many streams of changes a key has open, and how many changes are in a part of the feed. */
import { expect, test } from "vitest";
import { type Answer, createRecordApi, type ServiceLimits } from "../src/index.ts";
import { appId, fakeEngine, plainKey } from "./fake-engine.ts";
import { plainRequest } from "./plain-request.ts";

function feedWith(limits: Partial<ServiceLimits> = {}) {
  const engine = fakeEngine({ accessKeys: [plainKey(), plainKey({ name: "other", key: "V2-other" })] });
  engine.changes = async ({ after }) =>
    after === "gone"
      ? { output: undefined, diagnostics: [{ code: "history/trimmed", severity: "error", message: "gone" }] }
      : { output: { changes: [], cursor: "0", more: false }, diagnostics: [] };
  const api = createRecordApi({ engines: [engine], limits });
  return async (query = "", key = "V2-right", accept = "text/event-stream"): Promise<Answer> => {
    const path = `/api/v2/apps/${appId}/changes`;
    const request = plainRequest({ key, path, method: "GET", headers: { accept } });
    return api.handle({ ...request, url: path + query });
  };
}

test.each([
  [{}, 16],
  [{ streamsPerKey: 2 }, 2],
])("limits %j: %i streams are open, and one more is refused", async (limits, most) => {
  const ask = feedWith(limits);
  const answers = await Promise.all(Array.from({ length: most + 1 }, () => ask()));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.map(({ body, headers }) => [JSON.parse(String(body)).code, headers["retry-after"]])).toEqual(
    [["limit/streams", "5"]],
  );
  expect(refused[0]?.body).toContain('"limits.streamsPerKey\\" raises it');
  expect((await ask("", "V2-other")).status).toBe(200);
  expect((await ask("", "V2-right", "application/json")).status).toBe(200);
  await leave(answers[0]);
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
});

test("a stream that is refused takes no place", async () => {
  const ask = feedWith({ streamsPerKey: 1 });
  expect([(await ask("?after=gone")).status, (await ask()).status]).toEqual([410, 200]);
});

test.each([
  ["999", 200],
  ["1000", 200],
  ["1001", 400],
])("a part of %s changes is answered with %i", async (limit, status) => {
  expect((await feedWith()(`?limit=${limit}`, "V2-right", "application/json")).status).toBe(status);
});

/** Takes the beginning of a stream, and goes. */
async function leave(stream: Answer | undefined): Promise<void> {
  const { body = "" } = stream ?? {};
  if (typeof body === "string") throw new Error(`That is no stream: ${body}`);
  const pieces = body[Symbol.asyncIterator]();
  await pieces.next();
  await pieces.return?.();
}
