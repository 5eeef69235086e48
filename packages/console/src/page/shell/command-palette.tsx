import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { useWords } from "../words/use-words.tsx";
import { useTables } from "./use-tables.ts";

interface Command {
  readonly name: string;
  readonly kind: string;
  run(): void;
}

/** Goes anywhere by a few letters: Ctrl K, or Cmd K. */
export function CommandPalette() {
  const { say } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const commands = useCommands().filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
  const open = useCallback(() => {
    dialog.current?.showModal();
    setOpen(true);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open]);
  const run = (command: Command | undefined) => {
    dialog.current?.close();
    setTyped("");
    command?.run();
  };
  return (
    <>
      <button type="button" className="palette-button" onClick={open}>
        {say("search")} <kbd>Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className="palette" aria-label={say("commands")} onClose={() => setOpen(false)}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run(commands[0]);
          }}
        >
          <input
            aria-label={say("search")}
            placeholder={say("search")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
        <ul>
          {commands.slice(0, isOpen ? SHOWN : 0).map((command) => (
            <li key={`${command.kind} ${command.name}`}>
              <button type="button" onClick={() => run(command)}>
                <span dir="auto">{command.name}</span> <small>{command.kind}</small>
              </button>
            </li>
          ))}
        </ul>
      </dialog>
    </>
  );
}

const SHOWN = 12;

function useCommands(): readonly Command[] {
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
    { name: say("map"), kind: say("tools"), run: () => void navigate({ to: "/map" }) },
    { name: say("events"), kind: say("tools"), run: () => void navigate({ to: "/events", search: {} }) },
    { name: say("runs"), kind: say("tools"), run: () => void navigate({ to: "/runs" }) },
    { name: say("calls"), kind: say("tools"), run: () => void navigate({ to: "/calls" }) },
    { name: say("import"), kind: say("tools"), run: () => void navigate({ to: "/import", search: {} }) },
    { name: say("tests"), kind: say("tools"), run: () => void navigate({ to: "/tests" }) },
  ];
}
