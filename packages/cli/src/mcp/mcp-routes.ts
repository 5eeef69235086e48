import { addWebRoute, type createServer, sendToServer } from "@tablewright/http";
import { version } from "../version.ts";

type Server = ReturnType<typeof createServer>;
type Handler = (request: Request) => Promise<Response>;

/**
 * Adds `/mcp/{appId}` to a server that does not listen yet, and `/mcp` where it has one application. Calls of assistants go
 * to the server's own record web API, so whatever holds of other callers holds of them.
 */
export function mcpRoutes(server: Server, apps: readonly string[]): void {
  const handlers = new Map<string, Promise<Handler>>();
  const handlerOf = (app: string): Promise<Handler> => {
    const handler = handlers.get(app) ?? makeHandler(server, app);
    handlers.set(app, handler);
    return handler;
  };
  const answer = async (request: Request, caller: string, part = onlyOf(apps)): Promise<Response> => {
    const app = apps.find((id) => id === part);
    if (app === undefined) return Response.json({ error: NO_APPLICATION }, { status: 404 });
    request.headers.set(CALLER, caller);
    return (await handlerOf(app))(request);
  };
  addWebRoute(server, "/mcp", answer);
  addWebRoute(server, "/mcp/:part", answer);
}

/** What speaks the protocol is loaded with the first request, which most starts do without. */
async function makeHandler(server: Server, app: string): Promise<Handler> {
  const { mcpHttpHandler } = await import("@tablewright/mcp");
  return mcpHttpHandler({
    app,
    version: version(),
    send: (request, from) => sendToServer(server, request, from?.headers.get(CALLER) ?? ""),
  });
}

function onlyOf(apps: readonly string[]): string | undefined {
  return apps.length === 1 ? apps[0] : undefined;
}

/** Where a request came from, in a header that this process alone sets and reads. */
const CALLER = "tablewright-caller";

const NO_APPLICATION =
  "There is no such application here: the path is /mcp/{appId}, with the id of one that is served.";
