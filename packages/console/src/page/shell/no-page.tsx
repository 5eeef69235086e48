import { useWords } from "../words/use-words.tsx";

/** What is shown at an address that no page has. */
export function NoPage() {
  const { say } = useWords();
  return <p className="hint">{say("noPage")}</p>;
}
