import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { type Attack, expectAnswers, judgeAnswers, post, type Received, shareOf, tally } from "../attack.ts";
import { KEYS } from "../fortress.ts";

/** A few kilobytes that unfold to all that a body may be. */
export const zipped: Attack = {
  name: "100 bodies of 10 kB of gzip that unfold to 10 MB",
  async run(port, scale) {
    const row = `{"Id":1,"Body":"${"a".repeat(1_000)}"}`;
    const body = gzipSync(`{"Action":"Find","Rows":[${Array.from({ length: 9_900 }, () => row)}]}`);
    const calls = Array.from({ length: shareOf(100, scale) }, () =>
      post(port, "Notes", body, { headers: { "content-encoding": "gzip" } }),
    );
    const answers = await Promise.all(calls);
    return judgeAnswers(answers, [200, 413, 429, 503]);
  },
};

/** Connections that send a body byte by byte, and ordinary calls of the same key at the same time. */
export const dripping: Attack = {
  name: "300 connections that drip bodies, the same key",
  async run(port, scale) {
    const head = [
      "POST /api/v2/apps/fortress/tables/Notes/Action HTTP/1.1",
      "Host: x",
      `ApplicationAccessKey: ${KEYS.attacker}`,
      "Content-Length: 1000",
      "",
      '{"Action"',
    ].join("\r\n");
    const sockets = Array.from({ length: shareOf(300, scale) }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(head);
      return socket;
    });
    await setTimeout(200);
    const answers: Received[] = [];
    for (let at = 0; at < 20; at++) {
      for (const socket of sockets) socket.write(" ");
      answers.push(await post(port, "Notes", { Action: "Find", Rows: [{ Id: 1 }] }));
    }
    for (const socket of sockets) socket.destroy();
    const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
    return {
      answers: [...tally(answers), `slowest ${slowest.toFixed(0)} ms`],
      errors: expectAnswers(answers, [200]),
    };
  },
};

/** Callers that ask for all rows and read none. */
export const unread: Attack = {
  name: "150 answers of all rows that are not read",
  async run(port, scale) {
    const body = '{"Action":"Find"}';
    const head = [
      "POST /api/v2/apps/fortress/tables/Notes/Action HTTP/1.1",
      "Host: x",
      `ApplicationAccessKey: ${KEYS.attacker}`,
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n");
    const sockets = Array.from({ length: shareOf(150, scale) }, () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.pause();
      socket.write(head);
      return socket;
    });
    await setTimeout(5_000 * Math.min(1, scale * 2));
    for (const socket of sockets) socket.destroy();
    return { answers: [`${sockets.length} left unread`], errors: [] };
  },
};

/** Very many fresh connections at a time, each with one request. */
export const storm: Attack = {
  name: "10,000 fresh connections",
  async run(port, scale) {
    const outcomes = await Promise.all(Array.from({ length: shareOf(10_000, scale) }, () => ask(port)));
    const counts = new Map<string, number>();
    for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const answers = [...counts].map(([outcome, count]) => `${outcome} × ${count}`);
    return { answers, errors: answers.filter((answer) => !/^(?:200|503) /u.test(answer)) };
  },
};

function ask(port: number): Promise<string> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("error", (error: NodeJS.ErrnoException) => done(error.code ?? "error"));
    socket.on("data", (chunk) => {
      text += chunk;
      const [, status] = /^HTTP\/1\.1 (\d{3})/u.exec(text) ?? [];
      if (status === undefined) return;
      done(status);
      socket.destroy();
    });
    socket.on("close", () => done("closed"));
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  });
}
