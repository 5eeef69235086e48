/** What the pages of the record API show is what happens: each request is sent, and answered as printed below it. */
import { execFile, spawn } from "node:child_process";
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

/** The request of a stream, and the steps printed below it, without what is left out there. */
const [, streamed = "", printed = ""] =
  /^```sh\n(curl -sN [\s\S]*?)^```$\n+```\n([\s\S]*?)^```$/mu.exec(page) ?? [];

/** The data of events of a stream, of each list of rows the first one. */
function stepsIn(stream: string): readonly object[] {
  return [...stream.matchAll(/^event: rows\ndata: (.*)\n\n/gmu)].map(([, data = ""]) => {
    const { cursor, enter, change, ...step } = JSON.parse(data.replaceAll(/,?…/gu, ""));
    return { ...step, enter: enter.slice(0, 1), change: change.slice(0, 1) };
  });
}

test.skipIf(!hasCurl)("the stream of the page sends the events printed below it (with curl)", async () => {
  const served = begin(["serve", resolve(root, "packages/examples/people/app.yaml"), "--port", "0"]);
  await vi.waitFor(() => expect(served.out()).toContain("curl "), { timeout: 150_000 });
  const address = /served at (http:\/\/[^/]+)/u.exec(served.out())?.[1] ?? "";
  const reader = spawn("sh", ["-c", `exec ${streamed.replace("http://127.0.0.1:8080", address)}`]);
  let text = "";
  reader.stdout.on("data", (part) => {
    text += part;
  });
  try {
    await expect.poll(() => text).toContain("\n\n");
    await fetch(`${address}/api/v2/apps/people/tables/People/Action`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-people-local-key", "Content-Type": "application/json" },
      body: '{"Action":"Edit","Rows":[{"Person ID":"P01","Share":0.5},{"Person ID":"P07","Active":false}]}',
    });
    await expect.poll(() => text).toContain('"reset":false');
    expect(stepsIn(text)).toMatchObject(stepsIn(`${printed}\n`));
  } finally {
    reader.kill();
    served.stop();
    await served.done;
  }
});

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
