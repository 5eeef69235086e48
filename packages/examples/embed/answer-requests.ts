import type { Diagnostic, Engine, Result } from "@tablewright/core";
import type { People } from "./people.ts";
import { readObject } from "./read-object.ts";

/** A row of the table Tickets as the engine answers it. */
export interface Ticket {
  readonly Ticket: string;
  readonly Subject: string;
  readonly "Asked By": string;
  readonly "Asked At": string | null;
  readonly State: "Open" | "Closed";
  readonly Due: string | null;
  readonly Late: boolean | null;
}

/**
 * The help desk as a handler of WHATWG requests, for any framework that hosts one:
 * `GET /tickets?state=Open`, `POST /tickets`, `PATCH /tickets/{id}`, `POST /tickets/{id}/close`.
 * Rules, permissions and messages are those of the definition; here is only who asks, and how it is said in HTTP.
 */
export function answerRequests(engine: Engine, people: People): (request: Request) => Promise<Response> {
  return async (request) => {
    const [, token = ""] = /^Bearer (\S+)$/iu.exec(request.headers.get("authorization") ?? "") ?? [];
    const person = people.personOf(token);
    if (person === undefined) return refuse(401, [{ message: "Send the token of a person." }]);
    const properties = { RunAsUserEmail: person.email };
    const { pathname, searchParams } = new URL(request.url);
    const asked = ROUTE.exec(pathname)?.groups;
    if (asked === undefined) return refuse(404, [{ message: "There is nothing at this path." }]);
    const { id, verb } = asked;

    if (request.method === "GET" && id === undefined) {
      const state = searchParams.get("state");
      if (state === null) return answer(await engine.find<Ticket>("Tickets", { properties }));
      const selector = 'FILTER("Tickets", [State] = [_PARAM].[state])';
      const bound = { ...properties, Params: { state } };
      return answer(await engine.find<Ticket>("Tickets", { selector, properties: bound }));
    }
    if (request.method === "POST" && verb === "close") {
      const keys = [{ Ticket: readId(id) }];
      return answer(await engine.invoke<Ticket>("Close", "Tickets", keys, properties));
    }
    const isAdd = request.method === "POST" && id === undefined;
    const isEdit = request.method === "PATCH" && id !== undefined && verb === undefined;
    if (!isAdd && !isEdit) return refuse(405, [{ message: `${request.method} is not answered here.` }]);
    const row = await readObject(request);
    if (row === undefined) return refuse(400, [{ message: "The body is to be a JSON object." }]);
    return isAdd
      ? answer(await engine.add<Ticket>("Tickets", [row], properties), 201)
      : answer(await engine.edit<Ticket>("Tickets", [{ ...row, Ticket: readId(id) }], properties));
  };
}

const ROUTE = /^\/tickets(?:\/(?<id>[^/]+)(?:\/(?<verb>close))?)?$/u;

/** The key in the path; what cannot be decoded is the key of no ticket. */
function readId(id = ""): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function answer(result: Result<Ticket>, status = 200): Response {
  if (!result.ok) return refuse(statusOf(result.diagnostics), result.diagnostics);
  return Response.json({ tickets: result.rows, warnings: result.warnings.map(tell) }, { status });
}

function refuse(status: number, mistakes: readonly Pick<Diagnostic, "message">[]): Response {
  return Response.json({ errors: mistakes.map(tell) }, { status });
}

function tell(error: Partial<Diagnostic>) {
  const { column, code, message, hint } = error;
  return { column, code, message, hint };
}

function statusOf([first]: readonly Diagnostic[]): number {
  if (first?.code === "row/not-found") return 404;
  return first?.code === "access/not-allowed" || first?.code === "rule/with-check" ? 403 : 400;
}
