import type { JsonValue } from "@tablewright/core/expression";
import type { TracedRow, TraceNode } from "@tablewright/core/expression/trace";
import { useWords } from "../words/use-words.tsx";

interface TraceTreeProps {
  readonly node: TraceNode;
  /** Levels that are open from the start. */
  readonly open?: number;
}

/** What became of a part of an expression, and below it of its parts. */
export function TraceTree({ node, open = 3 }: TraceTreeProps) {
  const { say } = useWords();
  const rows = node.rows?.first ?? [];
  const hasMore = node.parts.length > 0 || node.rows !== undefined;
  const line = (
    <>
      <code>{node.text}</code> <output className={node.state}>{outcomeOf(node, say("skipped"))}</output>
    </>
  );
  if (!hasMore) return <div className="trace-line">{line}</div>;
  return (
    <details open={open > 0} className="trace-node">
      <summary>{line}</summary>
      {node.rows === undefined ? null : (
        <p className="hint">
          {say("rowsLooked", { table: node.rows.table, looked: node.rows.looked, met: node.rows.met })}
        </p>
      )}
      {node.parts.map((part) => (
        <TraceTree key={`${part.start} ${part.end} ${part.kind}`} node={part} open={open - 1} />
      ))}
      {rows.map((row) => (
        <TracedRowTree key={written(row.key)} row={row} />
      ))}
    </details>
  );
}

function TracedRowTree({ row }: { readonly row: TracedRow }) {
  return (
    <details className="trace-node">
      <summary>
        <bdi>{written(row.key)}</bdi>
      </summary>
      {row.parts.map((part) => (
        <TraceTree key={`${part.start} ${part.end} ${part.kind}`} node={part} open={1} />
      ))}
    </details>
  );
}

function outcomeOf({ state, value, cut }: TraceNode, skipped: string): string {
  if (state === "skipped") return skipped;
  const text = value === undefined ? "" : written(value);
  return cut === undefined ? text : `${text}… (${cut})`;
}

function written(value: JsonValue): string {
  return value === null ? '""' : JSON.stringify(value);
}
