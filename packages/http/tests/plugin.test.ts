/** The record web API inside a server of somebody else's. */
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { recordApi } from "../src/index.ts";
import { call } from "./call.ts";
import { appId, fakeEngine } from "./fake-engine.ts";

test("answers below a prefix, and leaves everything else as it was", async () => {
  const host = fastify();
  host.get("/", async () => ({ host: true }));
  host.post("/echo", async (request) => request.body);
  const engine = fakeEngine();
  await host.register(recordApi, { engines: [engine], prefix: "/records" });

  const url = `/records/api/v2/apps/${appId}/tables/Orders/Action`;
  expect((await call(host, { url })).json).toEqual({ Rows: [{ "Order ID": 1 }] });
  expect((await call(host, { url, key: "wrong", body: "{" })).json.code).toBe("auth/wrong-key");
  expect((await call(host, { url, method: "PUT" })).headers.allow).toBe("POST");
  expect((await call(host, { url: "/records/healthz", method: "GET", body: undefined })).status).toBe(200);

  expect((await call(host, { url: "/", method: "GET", body: undefined })).json).toEqual({ host: true });
  expect((await call(host, { url: "/echo", body: { a: 1 } })).json).toEqual({ a: 1 });
  expect((await call(host, { url: "/nowhere" })).json).toMatchObject({ error: "Not Found" });
  engine.answer = () => {
    throw new Error("no");
  };
  expect((await call(host, { url })).json.code).toBe("server/internal");
});
