import { type FormEvent, useState } from "react";
import { TableChoice } from "../shell/table-choice.tsx";
import { useSchemas } from "../tables/use-schemas.ts";
import { useWords } from "../words/use-words.tsx";
import type { ShownPart } from "./use-definition.ts";

/** Begins an expression of a column that has none of its kind. */
export function AddPart({ onAdd }: { onAdd(path: ShownPart["path"]): void }) {
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
    <details className="add-part">
      <summary>{say("addExpression")}</summary>
      <form onSubmit={add}>
        <TableChoice
          names={schemas?.map(({ name }) => name)}
          table={schema?.name ?? ""}
          onChoose={setTable}
        />
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
    </details>
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
