import { Outlet } from "@tanstack/react-router";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "../tables/use-tables.ts";
import { ChangeNotice } from "../undo/change-notice.tsx";
import { LanguageChoice } from "../words/language-choice.tsx";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { Navigation } from "./navigation.tsx";
import "./shell.css";

/** What every page has around it: on the left where one can go, in the middle the page. */
export function Shell() {
  const { app, signOut } = useSession();
  const { say } = useWords();
  const { tables, error, retry } = useTables();
  return (
    <div className="shell">
      <header className="bar">
        <strong className="brand">Tablewright</strong>
        <span className="application">{app}</span>
        <CommandPalette />
        <LanguageChoice />
        <button type="button" onClick={signOut}>
          {say("signOut")}
        </button>
      </header>
      <Navigation />
      <main className="page">
        <ChangeNotice>
          {tables === undefined && error !== null ? (
            <ProblemNote error={error} onRetry={retry} />
          ) : (
            <Outlet />
          )}
        </ChangeNotice>
      </main>
    </div>
  );
}
