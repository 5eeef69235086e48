import { type Problem, ProblemError } from "./problem-error.ts";

/** Who calls, and whose tables. It is held in memory alone. */
export interface Session {
  readonly app: string;
  /** An access key, or the bearer token of a person. */
  readonly secret: string;
  readonly kind: "key" | "token";
}

export interface ApiRequest {
  readonly method?: "GET" | "POST";
  /** Below `/api/v2/apps/{app}/`. */
  readonly path: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request in the name of the session; rejects with a `ProblemError` for what is not carried out. */
export async function sendRequest<T>(session: Session, request: ApiRequest): Promise<T> {
  const { method = request.body === undefined ? "GET" : "POST", path, body, signal } = request;
  const response = await fetch(`/api/v2/apps/${encodeURIComponent(session.app)}/${path}`, {
    method,
    headers: { ...identityOf(session), ...(body === undefined ? {} : JSON_BODY), prefer: "wire=typed" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const answer = await readAnswer(response);
  if (response.ok) return answer as T;
  throw new ProblemError(toProblem(response, answer));
}

const JSON_BODY = { "content-type": "application/json" };

function identityOf({ secret, kind }: Session): Record<string, string> {
  return kind === "key" ? { ApplicationAccessKey: secret } : { authorization: `Bearer ${secret}` };
}

async function readAnswer(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined; // a proxy's page, not an answer of the service
  }
}

function toProblem(response: Response, answer: unknown): Problem {
  if (typeof answer === "object" && answer !== null && "detail" in answer) return answer as Problem;
  const detail = `The server answered with status ${response.status} and no explanation.`;
  return { status: response.status, title: response.statusText, detail, code: "server/unexpected" };
}
