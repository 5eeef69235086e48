import { Navigate, useRouterState } from "@tanstack/react-router";
import { useWords } from "../words/use-words.tsx";
import { useTables } from "./use-tables.ts";

/** The first table, because looking at rows is what most come for; unless another page is being loaded already. */
export function StartPage() {
  const { say } = useWords();
  const { tables } = useTables();
  const isLeaving = useRouterState({
    select: ({ location, resolvedLocation }) => location.href !== (resolvedLocation ?? location).href,
  });
  const first = tables?.tables[0] ?? tables?.slices[0];
  if (first !== undefined && !isLeaving)
    return <Navigate to="/tables/$table" params={{ table: first.name }} search={{}} replace />;
  return <p className="hint">{say(tables === undefined ? "loading" : "noTables")}</p>;
}
