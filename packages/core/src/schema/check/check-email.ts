import { lookAlikeIn } from "../../values/index.ts";
import type { DefinitionReport } from "../../yaml/definition-report.ts";
import type { Path } from "../../yaml/definition-source.ts";

/** Reports an e-mail address that no call could be made for: a blank one, or one with a letter that looks like another. */
export function checkEmail(
  report: DefinitionReport,
  path: Path,
  email: string,
  at: "name" | "value" = "value",
): void {
  const expected = "an e-mail address";
  if (email.trim() === "")
    report.report(path, "definition/wrong-value", { actual: "A blank text", expected }, at);
  const other = lookAlikeIn(email);
  if (other === undefined) return;
  const actual = `"${email}" with "${other.character}", which is compared as "${other.letter}",`;
  report.report(
    path,
    "definition/wrong-value",
    { actual, expected: `${expected} with a plain "${other.letter}"` },
    at,
  );
}
