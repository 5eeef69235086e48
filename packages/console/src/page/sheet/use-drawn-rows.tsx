import { type ReactNode, useState } from "react";
import { useWords } from "../words/use-words.tsx";

interface DrawnRows<Row> {
  /** The first of the rows. */
  readonly drawn: readonly Row[];
  /** How many others there are, which a button draws by and by; null where there is none. */
  readonly more: ReactNode;
}

/** Draws few of many rows, because a page cannot be used while it draws thousands. */
export function useDrawnRows<Row>(rows: readonly Row[]): DrawnRows<Row> {
  const { say } = useWords();
  const [most, setMost] = useState(AT_ONCE);
  const left = rows.length - most;
  return {
    drawn: left > 0 ? rows.slice(0, most) : rows,
    more:
      left > 0 ? (
        <p className="hint">
          {say("rowsNotDrawn", { count: left })}{" "}
          <button type="button" onClick={() => setMost(most + AT_ONCE)}>
            {say("more")}
          </button>
        </p>
      ) : null,
  };
}

const AT_ONCE = 200;
