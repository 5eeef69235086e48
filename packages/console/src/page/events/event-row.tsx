import { Link } from "@tanstack/react-router";

interface RowLinkProps {
  readonly table: string | undefined;
  /** The key of the row as people read it. */
  readonly rowKey: string | undefined;
}

/** The row that an event or a run is about. */
export function RowLink({ table = "", rowKey = "" }: RowLinkProps) {
  if (table === "" || rowKey === "") return <bdi>{table}</bdi>;
  return (
    <Link to="/tables/$table/rows/$key" params={{ table, key: rowKey }}>
      <bdi>{`${table} ${rowKey}`}</bdi>
    </Link>
  );
}

export const EVENT_STATES = ["waiting", "delivered", "failed", "dropped"] as const;

/** How far an event is; `dropped` is what an operator has given up. */
export type ShownEventState = (typeof EVENT_STATES)[number];
