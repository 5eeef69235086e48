import { Link, Outlet } from "@tanstack/react-router";
import { useSession } from "../session/session-context.tsx";
import { useTables } from "../tables/use-tables.ts";
import { ChangeNotice } from "../undo/change-notice.tsx";
import { ProblemNote } from "../words/problem-note.tsx";
import { LanguageChoice, useWords } from "../words/use-words.tsx";
import { CommandPalette, useTools } from "./command-palette.tsx";
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

/** Tables, slices and tools. */
function Navigation() {
  const { say } = useWords();
  const { tables, error } = useTables();
  const tools = useTools();
  return (
    <nav className="navigation" aria-label={say("tables")}>
      <h2>{say("tables")}</h2>
      {error === null || tables === undefined ? null : <ProblemNote error={error} />}
      {tables === undefined && error === null ? <p className="skeleton">{say("loading")}</p> : null}
      {tables?.tables.length === 0 ? <p className="hint">{say("noTables")}</p> : null}
      <ul>
        {tables?.tables.map(({ name }) => (
          <TableLink key={name} name={name} />
        ))}
      </ul>
      {tables === undefined || tables.slices.length === 0 ? null : (
        <>
          <h2>{say("slices")}</h2>
          <ul>
            {tables.slices.map(({ name }) => (
              <TableLink key={name} name={name} />
            ))}
          </ul>
        </>
      )}
      <h2>{say("tools")}</h2>
      <ul>
        {tools.map(({ to, word }) => (
          <li key={to}>
            <Link to={to} search={{}}>
              {say(word)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TableLink({ name }: { readonly name: string }) {
  return (
    <li>
      <Link to="/tables/$table" params={{ table: name }} search={{}} dir="auto">
        {name}
      </Link>
    </li>
  );
}
