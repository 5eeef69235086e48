/** A connection on which a test writes whatever it likes, and what came back on it. */
import { connect, type Server, type Socket } from "node:net";

export interface RawConnection {
  readonly socket: Socket;
  /** All that has come so far, one character for each byte. */
  text(): string;
  /** Until the server has ended the connection; how it did. */
  readonly ended: Promise<"ended" | "reset">;
}

export function openConnection(port: number): RawConnection {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  const chunks: string[] = [];
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => chunks.push(chunk));
  let wasReset = false;
  socket.on("error", () => {
    wasReset = true;
  });
  const ended = new Promise<"ended" | "reset">((resolve) => {
    socket.on("end", () => {
      resolve("ended");
      socket.end();
    });
    socket.on("close", () => resolve(wasReset ? "reset" : "ended"));
  });
  return { socket, ended, text: () => chunks.join("") };
}

/** How many bytes have arrived so far on all connections of a server; to be called before it listens. */
export function countArrived(server: Server): () => number {
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  return () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The answers in what a server sent, none of them to a HEAD. Throws when there is anything else between or behind them, or
 * one is not whole.
 */
export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    const [start = "", ...lines] = rest.slice(0, end).split("\r\n");
    const [, digits] = /^HTTP\/1\.1 (\d{3}) [A-Za-z ]+$/u.exec(start) ?? [];
    if (end === -1 || digits === undefined) throw new Error(`No answer begins with ${rest.slice(0, 200)}`);
    const pairs = lines.map((line) => [line.split(": ")[0]?.toLowerCase(), line.replace(/^[^:]*: /u, "")]);
    const headers = Object.fromEntries(pairs);
    rest = rest.slice(end + 4);
    if (digits.startsWith("1")) continue;
    const [body, behind] = takeBody(rest, headers);
    answers.push({ status: Number(digits), headers, body });
    rest = behind;
  }
  return answers;
}

/** To a caller of HTTP/1.0 a body whose length is not known beforehand lasts until the connection ends. */
function takeBody(rest: string, headers: Readonly<Record<string, string>>): [body: string, behind: string] {
  if (headers["transfer-encoding"] === "chunked") return chunked(rest);
  const isUntilEnd = headers["content-length"] === undefined && headers.connection === "close";
  return isUntilEnd ? [rest, ""] : counted(rest, headers);
}

function counted(rest: string, headers: Readonly<Record<string, string>>): [body: string, behind: string] {
  const length = Number(headers["content-length"]);
  if (!(rest.length >= length)) throw new Error(`An answer ends before its length: ${rest.slice(0, 200)}`);
  return [rest.slice(0, length), rest.slice(length)];
}

function chunked(text: string): [body: string, behind: string] {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const line = text.indexOf("\r\n", at);
    const size = Number.parseInt(text.slice(at, line), 16);
    const behind = line + 2 + size;
    if (line === -1 || !(size >= 0) || text.slice(behind, behind + 2) !== "\r\n")
      throw new Error(`No chunk begins with ${text.slice(at, at + 200)}`);
    if (size === 0) return [parts.join(""), text.slice(behind + 2)];
    parts.push(text.slice(line + 2, behind));
    at = behind + 2;
  }
}
