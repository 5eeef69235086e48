import { useNavigate } from "@tanstack/react-router";
import { useWords } from "../words/use-words.tsx";
import { useTables } from "./use-tables.ts";

export interface Command {
  readonly name: string;
  readonly kind: string;
  run(): void;
}

/** Where one can go: the tables and slices that the session reaches, then the tools. */
export function useCommands(): readonly Command[] {
  const { say } = useWords();
  const navigate = useNavigate();
  const { tables } = useTables();
  const openTable = (name: string, kind: string): Command => ({
    name,
    kind,
    run: () => void navigate({ to: "/tables/$table", params: { table: name }, search: {} }),
  });
  return [
    ...(tables?.tables ?? []).map(({ name }) => openTable(name, say("table"))),
    ...(tables?.slices ?? []).map(({ name }) => openTable(name, say("slice"))),
    { name: say("playground"), kind: say("tools"), run: () => void navigate({ to: "/playground" }) },
    { name: say("decisions"), kind: say("tools"), run: () => void navigate({ to: "/decisions" }) },
    { name: say("map"), kind: say("tools"), run: () => void navigate({ to: "/map" }) },
    { name: say("events"), kind: say("tools"), run: () => void navigate({ to: "/events", search: {} }) },
    { name: say("runs"), kind: say("tools"), run: () => void navigate({ to: "/runs" }) },
    { name: say("calls"), kind: say("tools"), run: () => void navigate({ to: "/calls" }) },
    { name: say("import"), kind: say("tools"), run: () => void navigate({ to: "/import", search: {} }) },
    { name: say("tests"), kind: say("tools"), run: () => void navigate({ to: "/tests" }) },
  ];
}
