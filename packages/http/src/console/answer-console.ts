import { ALWAYS, type Answer } from "../answers/answer.ts";
import { OK } from "../answers/problem.ts";
import { type ApiRequest, headerOf } from "../api-request.ts";

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

/** The console as it is served: its files, and what a browser may do with them. */
export interface Console {
  readonly files: ConsoleFiles;
  /** The headers by which browsers keep to it. */
  readonly policies: Readonly<Record<string, string>>;
}

/**
 * The console, with the origins whose pictures it shows: the page reads them in its head, and the policy has them. Throws where
 * one is no origin of HTTP.
 */
export function createConsole(files: ConsoleFiles, imageOrigins: readonly string[] = []): Console {
  for (const origin of imageOrigins)
    if (!/^https?:/u.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error(`"${origin}" is no origin such as https://images.example.com.`);
  const page = files.get(PAGE);
  const named =
    page === undefined || imageOrigins.length === 0 ? [] : [[PAGE, naming(page, imageOrigins)] as const];
  return { files: new Map([...files, ...named]), policies: policiesFor(imageOrigins) };
}

/** What is served where a path has no file. */
const PAGE = "index.html";

function naming({ type, bytes }: ConsoleFile, origins: readonly string[]): ConsoleFile {
  const text = new TextDecoder().decode(bytes);
  const head = `<head><meta name="image-origins" content="${origins.join(" ")}">`;
  return { type, bytes: new TextEncoder().encode(text.replace("<head>", head)) };
}

/**
 * Nothing of other hosts but pictures where an operator says so, no script or style within the page, and no frame around it.
 * A picture that a cell holds whole (`data:`) runs nothing and asks no host.
 */
function policiesFor(imageOrigins: readonly string[]): Console["policies"] {
  const images = ["'self'", "data:", ...imageOrigins].join(" ");
  return {
    "content-security-policy":
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${images}; font-src 'self'; connect-src 'self'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
  };
}

/** A file of the console as it is sent. */
export interface ConsoleFile {
  /** The value of `content-type`. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The same for those who take gzip, where that is shorter. */
  readonly gzipped?: Uint8Array;
}

/** By their paths below `/console/`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;
