/** The client over HTTP: a served application, a server that never answers, and what a browser loads. */
import { once } from "node:events";
import { createServer as createNodeServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { createServer } from "@tablewright/http";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { createClient } from "../src/index.ts";
import type { Application } from "./depot.snapshot.ts";
import { depotEngine } from "./serve-depot.ts";

test("rows go over HTTP and back", async () => {
  const server = createServer({ engines: [await depotEngine()] });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  const depot = createClient<Application>({ url, app: "the depot", key: "V2-depot" });
  await depot.add("2026 Jobs", [{ Title: "Zoë's 🚢", Tags: ["a"] }]);
  expect((await depot.find("2026 Jobs")).rows).toMatchObject([{ Job: 1, Title: "Zoë's 🚢", Tags: ["a"] }]);
  await expect(depot.find("Parts", { selector: "FILTER(Part, TRUE)" })).rejects.toMatchObject({
    status: 400,
  });
  await server.close();
});

test.each<[string, (end: AbortController) => object, string]>([
  ["its time is over", () => ({ timeout: 20 }), "TimeoutError"],
  ["it is ended", ({ signal }) => ({ signal }), "AbortError"],
])("a call that is not answered ends when %s", async (_, optionsWith, name) => {
  const end = new AbortController();
  const server = createNodeServer(() => end.abort()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = createClient({ url, app: "a" }).find("T", optionsWith(end));
  await expect(call).rejects.toMatchObject({ name });
  server.close();
});

test("a browser loads at most 3,200 bytes", async () => {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, "../src/index.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const size = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  expect(size, "The client stays small: leave something out.").toBeLessThanOrEqual(3_200);
});
