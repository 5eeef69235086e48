import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent as KeyPress, useCallback, useEffect, useRef, useState } from "react";
import { useMayEdit } from "../session/session-context.tsx";
import { useTables } from "../tables/use-tables.ts";
import type { Word } from "../words/en.ts";
import { useWords } from "../words/use-words.tsx";

/** Goes anywhere by a few letters: Ctrl K, or Cmd K; arrows choose, Enter goes. */
export function CommandPalette() {
  const { say } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const matches = useCommands().filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
  const commands = matches.slice(0, isOpen ? SHOWN : 0);
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
  const write = (text: string) => {
    setTyped(text);
    setChosen(0);
  };
  const choose = (event: KeyPress) => {
    const step = STEPS[event.key];
    if (step === undefined || commands.length === 0) return;
    event.preventDefault();
    setChosen((chosen + step + commands.length) % commands.length);
  };
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    dialog.current?.close();
    write("");
    command.run();
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
            run(commands[chosen]);
          }}
        >
          <input
            role="combobox"
            aria-label={say("search")}
            aria-expanded={commands.length > 0}
            aria-controls="commands"
            aria-activedescendant={commands.length === 0 ? undefined : `command-${chosen}`}
            placeholder={say("search")}
            value={typed}
            onChange={(event) => write(event.target.value)}
            onKeyDown={choose}
          />
        </form>
        <div role="listbox" id="commands" aria-label={say("commands")}>
          {commands.map((command, at) => (
            <button
              key={`${command.kind} ${command.name}`}
              type="button"
              role="option"
              id={`command-${at}`}
              aria-selected={at === chosen}
              onClick={() => run(command)}
            >
              <span dir="auto">{command.name}</span> <small>{command.kind}</small>
            </button>
          ))}
        </div>
        {isOpen && commands.length === 0 ? <p className="hint">{say("noCommands", { typed })}</p> : null}
      </dialog>
    </>
  );
}

const SHOWN = 12;

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface Command {
  readonly name: string;
  readonly kind: string;
  run(): void;
}

/** Where one can go: the tables and slices that the session reaches, then the tools. */
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
    ...useTools().map(({ to, word }) => ({
      name: say(word),
      kind: say("tools"),
      run: () => void navigate({ to, search: {} }),
    })),
  ];
}

/** The pages besides those of tables that the caller may use. */
export function useTools(): typeof TOOLS {
  const definition = useMayEdit() === true;
  const rights = useTables().tables?.rights ?? [];
  const [events, tests] = [rights.includes("events"), rights.includes("tests")];
  const allowed: Partial<Record<Word, boolean>> = { definition, events, runs: events, tests };
  return TOOLS.filter(({ word }) => allowed[word] ?? true);
}

/** Every one of these addresses takes an empty search, as that of the events does. */
type ToolPath = "/events";

const TOOLS: readonly { readonly to: ToolPath; readonly word: Word }[] = (
  ["playground", "decisions", "definition", "map", "calls", "import", "tests", "events", "runs"] as const
).map((word) => ({ to: `/${word}` as ToolPath, word }));
