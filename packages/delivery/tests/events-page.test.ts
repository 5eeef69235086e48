/** What docs/events.md shows is what happens. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { judgeStatus, writeRequest } from "../src/attempt/attempt-delivery.ts";
import { nodeSend } from "../src/index.ts";

const page = readFileSync(resolve(import.meta.dirname, "../../../docs/events.md"), "utf8");

test("the table of statuses has those that are final", () => {
  const [, listed = ""] = /^\| ([\d, ]+?) +\| failed: /mu.exec(page) ?? [];
  const statuses = Array.from({ length: 500 }, (_, at) => at + 100);
  expect(listed).toBe(statuses.filter((status) => judgeStatus(status) === "final").join(", "));
});

test("the receiver takes what is signed, once, and refuses the rest", async () => {
  const [, program = ""] = /^```js\n([\s\S]*?)^```$/mu.exec(page) ?? [];
  const listening = program.replace(
    ".listen(3000);",
    ".listen(0, function () { console.log(this.address().port); });",
  );
  const key = Buffer.alloc(32, 7);
  const receiver = spawn(process.execPath, ["--input-type=module", "--eval", listening], {
    cwd: resolve(import.meta.dirname, ".."),
    env: { ...process.env, HOOK_SECRET: `whsec_${key.toString("base64")}` },
  });
  let printed = "";
  receiver.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  await vi.waitUntil(() => printed.includes("\n"), { timeout: 150_000 });
  const url = new URL(`http://127.0.0.1:${printed.trim()}/`);
  const call = { app: "a", rule: "r", table: "T", key: "1", change: "add" as const, url: url.href };
  const send = async (keys: readonly Uint8Array[]) => {
    const request = writeRequest(
      "e1",
      { ...call, method: "POST", headers: {}, body: '{"order":1}' },
      url,
      keys,
      Date.now(),
    );
    return (
      await nodeSend({ allows: () => true })({ ...request, answerBytes: 99 }, new AbortController().signal)
    ).status;
  };
  expect([await send([key]), await send([key]), await send([]), await send([Buffer.alloc(32, 8)])]).toEqual([
    204, 204, 401, 401,
  ]);
  await vi.waitUntil(() => printed.includes("order"), { timeout: 150_000 });
  expect(printed.split("\n").slice(1)).toEqual(["{ order: 1 }", ""]);
  receiver.kill();
});
