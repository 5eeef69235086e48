import { fetchHandlerOf, type RecordApi } from "@tablewright/http";
import { version } from "../version.ts";

type Handler = (request: Request) => Promise<Response>;

/**
 * What answers the assistants of each application. Their calls go to the server's own record web API, so whatever holds of other
 * callers holds of them. The network address was counted with the request of the assistant, and is not again.
 */
export function assistantsOf(recordApi: () => RecordApi): (app: string) => Handler {
  const handlers = new Map<string, Promise<Handler>>();
  return (app) => async (request) => {
    const handler = handlers.get(app) ?? makeHandler(recordApi(), app);
    handlers.set(app, handler);
    return (await handler)(request);
  };
}

/** What speaks the protocol is loaded with the first request, which most starts do without. */
async function makeHandler(recordApi: RecordApi, app: string): Promise<Handler> {
  const { mcpHttpHandler } = await import("@tablewright/mcp");
  const send = fetchHandlerOf(recordApi);
  return mcpHttpHandler({ app, version: version(), send: (request) => send(request) });
}
