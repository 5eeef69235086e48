import { diagnose, suggest } from "@tablewright/core";
import { cutAtKey } from "./access/address.ts";
import type { Answer } from "./answers/answer.ts";
import { writeProblem } from "./answers/problem.ts";
import type { ApiRequest } from "./api-request.ts";
import type { CallNotes } from "./reports/call-report.ts";
import type { Route, RoutedRequest } from "./routes/define-route.ts";
import { routes } from "./routes/index.ts";

/** The route of a request, which is noted, and what its path names; or the answer that there is none. */
export function findRoute(request: ApiRequest, notes: CallNotes): FoundRoute | { readonly refusal: Answer } {
  const segments = request.path.split("/");
  const first = patterns.find(({ parts }) => isMatch(parts, segments));
  if (first === undefined)
    return refuse(
      request,
      diagnose("request/no-such-path", { path: cutAtKey(request.path), instead: pathMeant(segments) }),
    );
  const parameters = readParameters(first.parts, segments);
  if (typeof parameters === "string")
    return refuse(request, diagnose("request/path", { reason: parameters }));
  const method = request.method === "HEAD" ? "GET" : request.method;
  const resultOf = (route: Route): FoundRoute => {
    notes.route = route.path;
    return { route, parameters };
  };
  if (first.route.method === method) return resultOf(first.route);
  const matches = patterns.filter(({ parts }) => isMatch(parts, segments));
  const route = matches.find((one) => one.route.method === method)?.route;
  if (route !== undefined) return resultOf(route);
  const allowed = matches
    .flatMap(({ route: one }) => (one.method === "GET" ? ["GET", "HEAD"] : [one.method]))
    .join(", ");
  const diagnostic = diagnose("request/method", { method: request.method, allowed });
  return { refusal: writeProblem([diagnostic], request.id, { allow: allowed }) };
}

export interface FoundRoute {
  readonly refusal?: undefined;
  readonly route: Route;
  readonly parameters: RoutedRequest["parameters"];
}

/** Beyond this a part of the path is not looked at; most servers end the head of a request at 16 KiB anyway. */
const LONGEST_PATH_PART = 16_384;

/** The last part of a path differs most often, so it is compared first. */
const patterns = routes.map((route) => ({ route, parts: route.path.split("/") }));

function isMatch(parts: readonly string[], segments: readonly string[]): boolean {
  if (parts.length !== segments.length) return false;
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at] as string;
    if (part !== segments[at] && part[0] !== ":") return false;
  }
  return true;
}

/** The path of the route that is nearest, with names in braces: one that differs in case or slashes at its end, else in one part. */
function pathMeant(segments: readonly string[]): string | undefined {
  const sent = segments.slice(0, segments.findLastIndex((segment) => segment !== "") + 1);
  const others = patterns.flatMap(({ parts }) => {
    if (parts.length !== sent.length) return [];
    const differing = parts.flatMap((part, at) => {
      const isSame = part[0] === ":" || part.toLowerCase() === sent[at]?.toLowerCase();
      return isSame ? [] : [{ part, segment: sent[at] ?? "" }];
    });
    return [{ parts, differing }];
  });
  const misspelt = others.filter(({ differing }) => differing.length === 1);
  const near = (part: string, segment: string) => part !== "" && suggest(segment, [part]) !== undefined;
  const [meant] = [
    ...others.filter(({ differing }) => differing.length === 0),
    ...misspelt.filter(({ differing }) => differing.every(({ part, segment }) => near(part, segment))),
  ];
  return meant?.parts.map((part) => (part[0] === ":" ? `{${part.slice(1)}}` : part)).join("/");
}

/** The values of the segments with a colon, percent-decoded once; or why they cannot be read. */
function readParameters(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | string {
  const parameters: Record<string, string> = {};
  for (let at = 0; at < pattern.length; at++) {
    const part = pattern[at] as string;
    if (part[0] !== ":") continue;
    const segment = segments[at] ?? "";
    if (segment.length > LONGEST_PATH_PART) return "a part of it is too long";
    const decoded = segment.includes("%") ? decode(segment) : segment;
    if (decoded === undefined) return NOT_DECODED;
    parameters[part.slice(1)] = decoded;
  }
  return parameters;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

const NOT_DECODED = 'there is a "%" in it without two hexadecimal digits, or the escapes are not UTF-8';

function refuse(request: ApiRequest, diagnostic: Parameters<typeof writeProblem>[0][number]) {
  return { refusal: writeProblem([diagnostic], request.id) };
}
