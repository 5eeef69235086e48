/** A request as an adapter hands it over, made by a test. */
import type { ApiRequest, RequestBody } from "../src/index.ts";
import { appId } from "./fake-engine.ts";

export function plainRequest({
  key = "V2-right",
  body = whole('{"Action":"Find"}'),
  path = `/api/v2/apps/${appId}/tables/Orders/Action`,
  method = "POST",
  headers = {},
}: Partial<Pick<ApiRequest, "body" | "path" | "method" | "headers">> & {
  readonly key?: string;
} = {}): ApiRequest {
  return { method, path, url: path, headers: { applicationaccesskey: key, ...headers }, body, id: "trace" };
}

/** A body that is there as a whole, once it has arrived. */
export function whole(sent: string | Uint8Array, arrives?: () => Promise<void>): RequestBody {
  const bytes = Buffer.from(sent);
  return {
    read: async (limit, hold) => {
      await arrives?.();
      if (bytes.length > limit) return "too-large";
      return hold(bytes.length) ? bytes : "no-room";
    },
  };
}

/** A body of which some bytes have come, and the rest may come some day. */
export function dripping(bytes: number): RequestBody & { end(): void } {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    end: () => end(),
    read: async (_, hold) => {
      if (!hold(bytes)) return "no-room";
      await ended;
      return "cut-off";
    },
  };
}
