import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { fakeEngine } from "./fake-engine.ts";

const page = Buffer.from("<!doctype html><p>the page</p>");
const script = Buffer.from("export {};".repeat(100));
const files = new Map([
  ["index.html", { type: "text/html; charset=utf-8", bytes: page }],
  ["assets/a-1.js", { type: "text/javascript; charset=utf-8", bytes: script, gzipped: gzipSync(script) }],
]);
const server = createServer({ engines: [fakeEngine()], console: files });

describe("the console", () => {
  test.each(["/console/", "/console/index.html", "/console/tables/Orders", "/console/?app=a"])(
    "%s gives the page",
    async (url) => {
      const { statusCode, body, headers } = await server.inject({ url });
      expect([statusCode, body]).toEqual([200, page.toString()]);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["content-security-policy"]).not.toContain("unsafe");
      expect(headers["cache-control"]).toBe("no-store");
    },
  );

  test("a file whose name changes with it is kept by browsers, and zipped for those who take it", async () => {
    const plain = await server.inject({ url: "/console/assets/a-1.js" });
    expect(plain.body).toBe(script.toString());
    expect(plain.headers["cache-control"]).toContain("immutable");
    const zipped = await server.inject({
      url: "/console/assets/a-1.js",
      headers: { "accept-encoding": "br, gzip" },
    });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(script.toString());
  });

  test("origins whose pictures are shown are in the policy and in the page", async () => {
    const html = Buffer.from("<!doctype html><html><head><title>a</title></head></html>");
    const zipped = new Map([["index.html", { type: "text/html", bytes: html, gzipped: gzipSync(html) }]]);
    const imageOrigins = ["https://a.example", "http://b.example:9000"];
    const open = createServer({ engines: [fakeEngine()], console: zipped, imageOrigins });
    const { body, headers } = await open.inject({ url: "/console/", headers: { "accept-encoding": "gzip" } });
    const policy = headers["content-security-policy"];
    expect(policy).toContain("img-src 'self' data: https://a.example http://b.example:9000;");
    expect(body).toContain(
      '<head><meta name="image-origins" content="https://a.example http://b.example:9000">',
    );
    const { headers: plain } = await server.inject({ url: "/console/" });
    expect(plain["content-security-policy"]).toContain("img-src 'self' data:;");
  });

  test.each(["https://a.example/", "*", "data:", "https://a.example; script-src *", "a.example"])(
    "%j is no origin of pictures",
    (origin) => {
      const serve = () => createServer({ engines: [fakeEngine()], console: files, imageOrigins: [origin] });
      expect(serve).toThrow("is no origin such as");
    },
  );

  test("a missing file is not the page", async () => {
    expect((await server.inject({ url: "/console/assets/gone.js" })).statusCode).toBe(404);
  });

  test("its folder without a slash leads to it, with what is asked", async () => {
    const { statusCode, headers } = await server.inject({ url: "/console?app=people" });
    expect([statusCode, headers.location]).toEqual([308, "/console/?app=people"]);
  });

  test("the root leads to it, too", async () => {
    const { statusCode, headers } = await server.inject({ url: "/?app=people" });
    expect([statusCode, headers.location]).toEqual([302, "/console/?app=people"]);
  });

  test("HEAD has no body, POST is no page", async () => {
    expect((await server.inject({ method: "HEAD", url: "/console/" })).body).toBe("");
    expect((await server.inject({ method: "POST", url: "/console/" })).statusCode).toBe(404);
  });

  test("without its files there is none", async () => {
    const bare = createServer({ engines: [fakeEngine()] });
    expect((await bare.inject({ url: "/console/" })).statusCode).toBe(404);
    expect((await bare.inject({ url: "/" })).statusCode).toBe(404);
  });
});
