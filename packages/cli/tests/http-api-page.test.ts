/** What the pages of the record API show is what happens: each request is sent, and answered as printed below it. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { begin } from "./capture.ts";
import { hasCurl } from "./has-curl.ts";

const root = resolve(import.meta.dirname, "../../..");
const page = ["http-api", "http-reading", "http-changing", "http-other"]
  .map((name) => readFileSync(resolve(root, `docs/${name}.md`), "utf8"))
  .join("\n");
const run = promisify(execFile);

/** Each request with the answer in the next block; a request whose answer goes to a file has none. A stream, `-sN`, is not sent. */
const examples = [
  ...page.matchAll(/^```sh\n(curl -s [\s\S]*?)^```$\n(?:(?!^```)[\s\S])*?^```json\n([\s\S]*?)^```$/gmu),
]
  .map(([, request = "", answer = ""]) => ({ request, answer: JSON.parse(answer) }))
  .filter(({ request }) => !/ > \S+\.json$/mu.test(request));

test.skipIf(!hasCurl)("each request of the pages gets the answer printed behind it (with curl)", async () => {
  const served = begin(["serve", resolve(root, "packages/examples/people/app.yaml"), "--port", "0"]);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
  const address = /served at (http:\/\/[^/]+)/u.exec(served.out())?.[1] ?? "";
  expect(examples).toHaveLength([...page.matchAll(/^curl -s /gmu)].length - 1); // one goes to a file; `-sN` never ends
  for (const { request, answer } of examples) {
    const { stdout } = await run("sh", ["-c", request.replace("http://127.0.0.1:8080", address)]);
    const given = JSON.parse(stdout);
    if ("traceId" in given) given.traceId = answer.traceId;
    expect(given).toEqual(answer);
  }
  served.stop();
  await served.done;
});
