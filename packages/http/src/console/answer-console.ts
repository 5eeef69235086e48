import { ALWAYS, type Answer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { type ApiRequest, headerOf } from "../api-request.ts";
import type { ConsoleFile } from "./console-files.ts";
import { type Console, PAGE } from "./create-console.ts";

/**
 * A file of the console, where the path is one of its own: `/console/` and below; the root leads there. Pages of the console have addresses of
 * their own, so a path without a file gives the page, which then shows what its address names.
 */
export function answerConsole({ files, policies }: Console, request: ApiRequest): Answer | undefined {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  if (request.path === "/") return redirected(FOUND, request.url);
  if (request.path === "/console") return redirected(MOVED, request.url);
  if (!request.path.startsWith(PREFIX)) return undefined;
  const path = request.path.slice(PREFIX.length);
  const file = files.get(path) ?? (path.startsWith(ASSETS) ? undefined : files.get(PAGE));
  return file === undefined ? undefined : fileAnswer(file, path, request, policies);
}

const PREFIX = "/console/";

/** Files whose names change with what they hold. */
const ASSETS = "assets/";

function fileAnswer(
  { type, bytes, gzipped }: ConsoleFile,
  path: string,
  request: ApiRequest,
  policies: Console["policies"],
): Answer {
  const takesGzip = /\bgzip\b/.test(headerOf(request.headers, "accept-encoding") ?? "");
  const isZipped = takesGzip && gzipped !== undefined;
  const headers = {
    ...ALWAYS,
    ...(path.startsWith(ASSETS) ? { "cache-control": "public, max-age=31536000, immutable" } : {}),
    ...policies,
    "content-type": type,
    vary: "accept-encoding",
    ...(isZipped ? { "content-encoding": "gzip" } : {}),
  };
  return { status: OK, headers, body: once(isZipped ? gzipped : bytes) };
}

/** Browsers may keep `MOVED`, but not `FOUND`: another server may have something else at its root. */
const [FOUND, MOVED] = [302, 308];

function redirected(status: number, url: string): Answer {
  const query = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  const location = `${PREFIX}${query}`;
  const headers = { ...ALWAYS, "content-type": "text/plain; charset=utf-8", location };
  return { status, headers, body: `The console is at ${PREFIX}.` };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
