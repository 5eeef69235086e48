import { withoutQuery } from "../access/address.ts";
import type { Answer } from "../answers/answer.ts";
import { brief } from "../answers/brief.ts";
import { whenSent } from "../answers/when-sent.ts";
import type { ApiRequest } from "../api-request.ts";
import type { CallNotes } from "./call-notes.ts";
import type { CallReport } from "./call-report.ts";

/** The answer, which `report` gets when all of it was taken; `begun` by `performance.now()`. */
export function reportWhenSent(
  answer: Answer,
  { id, method, path, caller }: ApiRequest,
  notes: CallNotes,
  begun: number,
  report: (report: CallReport) => void,
): Answer {
  const { status, code, rows } = answer;
  return whenSent(answer, () => {
    const milliseconds = performance.now() - begun;
    report({
      ...notes,
      id,
      method,
      path: brief(withoutQuery(path), LONGEST_PATH),
      from: caller,
      status,
      code,
      rows,
      milliseconds,
    });
  });
}

/** Characters. */
const LONGEST_PATH = 1_000;
