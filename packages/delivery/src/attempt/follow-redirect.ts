import type { OutgoingRequest, ReceivedAnswer } from "./send-request.ts";

/** The request that a redirect leads to; why it is not followed; or undefined for an answer that is no redirect. */
export function followRedirect(
  request: OutgoingRequest,
  { status, location }: ReceivedAnswer,
): { readonly next: OutgoingRequest } | { readonly reason: string } | undefined {
  if (!REDIRECTS.has(status) || location === undefined) return undefined;
  if (!URL.canParse(location, request.url.href)) return { reason: "a redirect to what is no URL" };
  const url = new URL(location, request.url);
  if (!/^https?:$/u.test(url.protocol)) return { reason: `a redirect to ${url.protocol}, not followed` };
  if (request.url.protocol === "https:" && url.protocol === "http:")
    return { reason: "a redirect from https to http, not followed" };
  // After these the body would be lost on the way.
  if (request.method !== "GET" && !KEEPING.has(status))
    return { reason: `a redirect that ${request.method} does not follow` };
  const headers = url.origin === request.url.origin ? request.headers : headersForOthers(request.headers);
  return { next: { ...request, url, headers } };
}

/** Headers of the definition may hold a key that is meant for the first host alone. */
function headersForOthers(headers: OutgoingRequest["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => FOR_ALL.test(name)));
}

const FOR_ALL = /^(webhook-.+|content-type|user-agent)$/u;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const KEEPING: ReadonlySet<number> = new Set([307, 308]);
