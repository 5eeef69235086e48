import { connect } from "node:net";
import { type Attack, shareOf } from "../attack.ts";

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
