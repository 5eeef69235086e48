import type { Diagnostic } from "@tablewright/core";
import { ALWAYS, type Answer, brief } from "./answer.ts";
import { retryAfterOf, statusOf, titleOf, UNAUTHORIZED } from "./problem.ts";

/**
 * Errors as `application/problem+json` (RFC 9457); there is at least one error among them.
 * The first error gives the status and the code; `type` is `about:blank` because `code` identifies the problem.
 */
export function writeProblem(
  diagnostics: readonly Diagnostic[],
  traceId: string,
  headers: Readonly<Record<string, string>> = {},
  members: Readonly<Record<string, unknown>> = {},
): Answer<string> {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error");
  const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === "warning");
  const first = errors[0] ?? diagnostics[0];
  if (first === undefined) throw new Error("A problem needs at least one diagnostic.");
  const status = statusOf(first.code);
  const detail = detailOf(first, errors.length - 1);
  const retryAfter = retryAfterOf(first.code);
  return {
    status,
    code: first.code,
    ...causesOf(diagnostics),
    headers: {
      ...ALWAYS,
      "content-type": "application/problem+json; charset=utf-8",
      ...(status === UNAUTHORIZED ? CHALLENGE : {}),
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
      ...headers,
    },
    body: JSON.stringify({
      type: "about:blank",
      title: titleOf(status),
      status,
      detail,
      message: detail,
      code: first.code,
      traceId,
      errors: errors.map(writeDiagnostic),
      ...(warnings.length === 0 ? {} : { warnings: warnings.map(writeDiagnostic) }),
      ...members,
    }),
  };
}

/** What functions of the program threw, where they did. */
export function causesOf(diagnostics: readonly Diagnostic[]): Pick<Answer, "causes"> {
  const causes = diagnostics.flatMap(({ cause }) => (cause === undefined ? [] : [cause]));
  return causes.length === 0 ? {} : { causes };
}

/** What programs that sign people in look for, to get another token (RFC 6750). */
const CHALLENGE = { "www-authenticate": 'Bearer error="invalid_token"' };

/** An error or warning as a client sees it: nothing of files and members of the definition. */
export function writeDiagnostic(diagnostic: Diagnostic): Readonly<Record<string, unknown>> {
  const { call, row, column, key, code, message, hint, start, end } = diagnostic;
  return {
    call,
    row,
    column: briefly(column),
    key: briefly(key),
    code,
    message: brief(message),
    hint: briefly(hint),
    start,
    end,
  };
}

function briefly(text: string | undefined): string | undefined {
  return text === undefined ? undefined : brief(text);
}

/** One paragraph for people: clients that do not know `errors` show only this. */
function detailOf(first: Diagnostic, others: number): string {
  const call = first.call === undefined ? [] : [`Call ${first.call}`];
  const row = first.row === undefined ? [] : [`row ${first.row}`];
  const column = first.column === undefined ? [] : [`column "${brief(first.column)}"`];
  const place = [...call, ...row, ...column].join(", ");
  const more = others === 0 ? [] : [`And ${others} more ${others === 1 ? "error" : "errors"}.`];
  const hint = first.hint === undefined ? [] : [brief(first.hint)];
  const sentences = [brief(first.message), ...hint, ...more].join(" ");
  return place === "" ? sentences : `${place[0]?.toUpperCase()}${place.slice(1)}: ${sentences}`;
}
