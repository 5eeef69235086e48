/** How a process that serves ends: calls may be cut off, rows are saved, and what is not saved is said. */
import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, type TestContext, test } from "vitest";
import { definitionOf, folderOf } from "./folder.ts";
import { start } from "./start.ts";

const ROWS = 4_000;
const CALLS = 4;

describe.skipIf(process.platform === "win32")("rows in memory, to be saved to a file", () => {
  test.concurrent("a second signal cuts off who does not read, and no further one ends the save", async (context) => {
    const { child, code, errors, port, file } = await serve(context);
    await addRows(port);
    const reader = connect(port, "127.0.0.1");
    const closed = new Promise((resolve) => reader.once("close", resolve));
    reader.on("error", () => {}).write(call('{"Action":"Find"}'));
    await new Promise((resolve) => reader.once("readable", resolve));
    const pipe = `${file}.${child.pid}.tmp`; // here the rows are written first: a pipe holds them up until it is read
    execFileSync("sh", ["-c", "mkfifo $0", pipe]);
    child.kill("SIGTERM");
    await context.expect.poll(errors).toContain('"stopping"');
    expect(reader.destroyed).toBe(false);
    child.kill("SIGTERM");
    reader.resume();
    await closed; // before anything is saved
    for (const signal of ["SIGTERM", "SIGINT", "SIGTERM"] as const) {
      child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 300)); // it would have ended, and does not
    }
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    const lines = (await text(createReadStream(pipe))).trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith('{"table":"Goods Sold","number"')).length).toBe(
      ROWS * CALLS,
    );
    expect(await code).toBe(1); // a pipe does not keep what is written to it
    expect(errors()).toContain('rows.jsonl" is not saved: EINVAL');
    expect(existsSync(file)).toBe(false);
  });

  test.concurrent("two signals at once, and a call whose body never ends: the rows are saved", async (context) => {
    const { child, code, port, file } = await serve(context);
    await addRows(port, 1);
    const half = connect(port, "127.0.0.1");
    half.on("error", () => {}).write(call('{"Action":"Find"}').slice(0, -4));
    await takeWhatCame(port);
    child.kill("SIGTERM");
    child.kill("SIGINT");
    expect(await code).toBe(0);
    expect(
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.includes('Goods Sold","number')).length,
    ).toBe(ROWS);
    half.destroy();
  });

  test.concurrent("who read the output has gone: the rows are saved", async (context) => {
    const { child, code, port, file } = await serve(context);
    await addRows(port, 1);
    child.stderr.destroy(); // the log has no reader any more
    for (let count = 0; count < 5; count++) await takeWhatCame(port);
    child.kill("SIGTERM");
    expect(await code).toBe(0);
    expect(existsSync(file)).toBe(true);
  });
});

test.concurrent("half a request does not hold up the end", async (context) => {
  const { child, code, port } = await serve(context);
  const sockets: Socket[] = [];
  for (const sent of ["POST / HT", call('{"Action":"Find"}').slice(0, -4)]) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {}).write(sent);
    sockets.push(socket);
  }
  await takeWhatCame(port);
  const closed = Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.resume().once("close", resolve))),
  );
  child.kill("SIGTERM");
  expect(await code).toBe(0);
  await closed;
});

async function serve({ expect: { poll } }: TestContext) {
  const folder = folderOf({ "app.yaml": definitionOf() });
  const file = join(folder, "rows.jsonl");
  // A busy machine may use up the time of a call of thousands of rows on others.
  const limit = ["--limit", "milliseconds=120000"];
  const input = ["serve", join(folder, "app.yaml"), "--port", "0", "--store", `memory:${file}`, ...limit];
  const served = start(...input);
  await poll(served.output).toContain("curl ");
  const [, port] = /served at http:\/\/127\.0\.0\.1:(\d+)/u.exec(served.output()) ?? [];
  return { ...served, port: Number(port), file };
}

/** A server that answers this has read what was sent to it before. */
async function takeWhatCame(port: number): Promise<void> {
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
}

async function addRows(port: number, calls = CALLS): Promise<void> {
  for (let at = 0; at < calls; at++) {
    const rows = Array.from({ length: ROWS }, (_, row) => ({
      Good: at * ROWS + row,
      Name: "n".repeat(1_200),
    }));
    const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: "POST",
      headers: { ApplicationAccessKey: "V2-it's" },
      body: new Blob([JSON.stringify({ Action: "Add", Rows: rows })]),
    });
    expect(answer.status, await answer.text()).toBe(200);
  }
}

const PATH = "/api/v2/apps/shop/tables/Goods%20Sold/Action";

function call(body: string): string {
  const head = ["Host: x", "ApplicationAccessKey: V2-it's", `Content-Length: ${body.length}`, "", body];
  return `POST ${PATH} HTTP/1.1\r\n${head.join("\r\n")}`;
}
