import { useWords } from "../words/use-words.tsx";
import type { Checked } from "./check.ts";

/** The type of an expression and everything wrong with it, in words that stay on the page. */
export function Verdict({ source, checked }: { readonly source: string; readonly checked: Checked }) {
  const { say } = useWords();
  const { type = "", diagnostics } = checked;
  return (
    <>
      <p className="type">{type === "" ? say("noType") : type}</p>
      <ul className="diagnostics" aria-label={say("diagnostics")}>
        {diagnostics.map(({ code, start, end, severity, message, hint }) => (
          <li key={`${code} ${start}`} className={severity}>
            <code>{source.slice(start, end).slice(0, LONGEST)}</code> {message}
            {hint === undefined ? null : <em> {hint}</em>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Characters of the part that is wrong. */
const LONGEST = 60;
