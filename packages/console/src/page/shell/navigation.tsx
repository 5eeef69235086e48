import { Link } from "@tanstack/react-router";
import { useMayEdit } from "../session/use-may-edit.ts";
import { useTables } from "../tables/use-tables.ts";
import { ProblemNote } from "../words/problem-note.tsx";
import { useWords } from "../words/use-words.tsx";

/** Tables, slices and tools. */
export function Navigation() {
  const { say } = useWords();
  const { tables, error } = useTables();
  const mayEdit = useMayEdit();
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
        <li>
          <Link to="/playground">{say("playground")}</Link>
        </li>
        <li>
          <Link to="/decisions">{say("decisions")}</Link>
        </li>
        {mayEdit ? (
          <li>
            <Link to="/definition" search={{}}>
              {say("definition")}
            </Link>
          </li>
        ) : null}
        <li>
          <Link to="/map">{say("map")}</Link>
        </li>
        <li>
          <Link to="/calls">{say("calls")}</Link>
        </li>
        <li>
          <Link to="/import" search={{}}>
            {say("import")}
          </Link>
        </li>
        <li>
          <Link to="/tests">{say("tests")}</Link>
        </li>
        <li>
          <Link to="/events" search={{}}>
            {say("events")}
          </Link>
        </li>
        <li>
          <Link to="/runs">{say("runs")}</Link>
        </li>
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
