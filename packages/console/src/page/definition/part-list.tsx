import { type FormEvent, useState } from "react";
import { TableChoice } from "../shell/table-choice.tsx";
import { useSchemas } from "../tables/use-tables.ts";
import type { Word } from "../words/en.ts";
import { useWords } from "../words/use-words.tsx";
import { type Draft, isSamePath, type ShownPart } from "./use-definition.ts";

interface PartListProps {
  readonly parts: readonly ShownPart[];
  readonly drafts: readonly Draft[];
  readonly chosen: ShownPart | undefined;
  onChoose(part: ShownPart): void;
}

/** The parts of the definition that can be changed, by table; a search looks into their texts too. */
export function PartList({ parts, drafts, chosen, onChoose }: PartListProps) {
  const { say } = useWords();
  const [typed, setTyped] = useState("");
  const wanted = typed.toLowerCase();
  const found = parts.filter(({ path, text }) =>
    `${path.join(" ")} ${text ?? ""}`.toLowerCase().includes(wanted),
  );
  const groups = Map.groupBy(found, ({ table, kind }) => table ?? say(GROUPS[kind] ?? "definition"));
  return (
    <nav className="parts" aria-label={say("parts")}>
      <input
        type="search"
        aria-label={say("searchParts")}
        placeholder={say("searchParts")}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {found.length === 0 ? <p className="hint">{say("noParts", { typed })}</p> : null}
      {[...groups].map(([group, inGroup]) => (
        <section key={group} aria-label={group}>
          <h2>
            <bdi>{group}</bdi>
          </h2>
          <ul>
            {inGroup.map((part) => {
              const isChanged = drafts.some(({ path }) => isSamePath(path, part.path));
              return (
                <li key={JSON.stringify(part.path)}>
                  <button
                    type="button"
                    aria-current={chosen !== undefined && isSamePath(chosen.path, part.path)}
                    onClick={() => onChoose(part)}
                  >
                    <bdi>{partName(part)}</bdi> <code>{part.kind}</code>{" "}
                    {isChanged ? <em className="changed">{say("changedPart")}</em> : null}
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Of parts that belong to no table. */
const GROUPS: Readonly<Record<string, Word>> = {
  decision: "decisions",
  rule: "rules",
  function: "functions",
};

/** The column, or the slice, action, rule or decision, that a part is of; of a whole table nothing more. */
export function partName({ name, column }: ShownPart): string {
  return [name, column].filter((one) => one !== undefined).join(" · ");
}

interface AddPartProps {
  /** With the text that it begins with; without one nothing is written yet. */
  onAdd(path: ShownPart["path"], text?: string): void;
}

/** Begins an expression of a column that has none of its kind, or a decision or a rule. */
export function AddPart({ onAdd }: AddPartProps) {
  const { say } = useWords();
  return (
    <details className="add-part">
      <summary>{say("addPart")}</summary>
      <AddExpression onAdd={onAdd} />
      <AddBlock onAdd={onAdd} />
    </details>
  );
}

function AddBlock({ onAdd }: AddPartProps) {
  const { say } = useWords();
  const { schemas } = useSchemas();
  const [block, setBlock] = useState<keyof typeof NEW_BLOCKS>("decisions");
  const [name, setName] = useState("");
  const add = (event: FormEvent) => {
    event.preventDefault();
    onAdd([block, name.trim()], NEW_BLOCKS[block](schemas?.[0]?.name ?? ""));
    setName("");
  };
  return (
    <form onSubmit={add}>
      <select
        aria-label={say("kind")}
        value={block}
        onChange={({ target }) => setBlock(target.value as typeof block)}
      >
        {Object.keys(NEW_BLOCKS).map((one) => (
          <option key={one} value={one}>
            {one.slice(0, -1)}
          </option>
        ))}
      </select>
      <input
        aria-label={say("nameOfPart")}
        placeholder={say("nameOfPart")}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" disabled={name.trim() === ""}>
        {say("add")}
      </button>
    </form>
  );
}

/** What a new decision or rule begins with, by the member of the definition that has those of its kind. */
export const NEW_BLOCKS = {
  decisions: () => 'parameters: { amount: Decimal }\ntype: Text\nhit: first\nrows:\n  - ["-", ""]',
  rules: (table: string) => `table: ${JSON.stringify(table)}\non: [add, edit]\nsteps:\n  - action: ""`,
} as const;

function AddExpression({ onAdd }: AddPartProps) {
  const { say } = useWords();
  const { schemas } = useSchemas();
  const [table, setTable] = useState("");
  const [column, setColumn] = useState("");
  const [kind, setKind] = useState<string>(KINDS[0]);
  const schema = schemas?.find(({ name }) => name === table) ?? schemas?.[0];
  const columns = schema?.columns.filter(({ virtual }) => !virtual) ?? [];
  const chosen = columns.find(({ name }) => name === column) ?? columns[0];
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (schema !== undefined && chosen !== undefined)
      onAdd(["tables", schema.name, "columns", chosen.name, kind]);
  };
  return (
    <form onSubmit={add}>
      <TableChoice names={schemas?.map(({ name }) => name)} table={schema?.name ?? ""} onChoose={setTable} />
      <select
        aria-label={say("column")}
        value={chosen?.name ?? ""}
        onChange={({ target }) => setColumn(target.value)}
      >
        {columns.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select aria-label={say("kind")} value={kind} onChange={({ target }) => setKind(target.value)}>
        {KINDS.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <button type="submit" disabled={chosen === undefined}>
        {say("add")}
      </button>
    </form>
  );
}

/** Members of a column that are expressions. */
const KINDS = [
  "validIf",
  "formula",
  "initialValue",
  "requiredIf",
  "editableIf",
  "showIf",
  "resetIf",
  "readIf",
  "writeIf",
] as const;
