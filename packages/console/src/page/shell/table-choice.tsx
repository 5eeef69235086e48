import { useWords } from "../words/use-words.tsx";

interface TableChoiceProps {
  /** Undefined while they are being read. */
  readonly names: readonly string[] | undefined;
  readonly table: string;
  onChoose(name: string): void;
}

/** Which table a page is about. One that an address names and that is not there is shown as it is written, and said not to be. */
export function TableChoice({ names, table, onChoose }: TableChoiceProps) {
  const { say } = useWords();
  const isMissing = names !== undefined && table !== "" && !names.includes(table);
  return (
    <>
      <select
        aria-label={say("table")}
        aria-invalid={isMissing}
        value={table}
        onChange={({ target }) => onChoose(target.value)}
      >
        {isMissing ? <option key={table}>{table}</option> : null}
        {names?.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {isMissing ? (
        <p className="problem" role="alert">
          {say("noSuchTable", { table })}
        </p>
      ) : null}
    </>
  );
}
