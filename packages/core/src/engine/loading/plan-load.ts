import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  hasErrors,
  type Outcome,
  suggest,
} from "../../diagnostics/index.ts";
import {
  type AppDefinition,
  fillsItself,
  type StoredColumnDefinition,
  type TableDefinition,
} from "../../schema/index.ts";
import { IS_VIRTUAL, NamedColumns, reasonNotToWrite } from "../stages/named-columns.ts";
import type { LoadRow, LoadSource } from "./load-request.ts";

/** A source whose names mean something. */
export interface LoadPlan<R extends LoadRow> {
  readonly source: LoadSource<R>;
  readonly table: TableDefinition;
  /** The column of each cell; undefined where it is not taken. */
  readonly targets: readonly (StoredColumnDefinition | undefined)[];
  /** Change columns whose values the source brings. */
  readonly restored: ReadonlySet<StoredColumnDefinition>;
  readonly warnings: readonly Diagnostic[];
}

/** Finds the table and the columns of a source; every error of its names is reported before a row is read. */
export function planLoad<R extends LoadRow>(
  { tables }: AppDefinition,
  source: LoadSource<R>,
): Outcome<LoadPlan<R>> {
  const { output, diagnostics } = planNamed(tables, source);
  const { name: file } = source;
  return {
    output,
    diagnostics: file === undefined ? diagnostics : diagnostics.map((one) => ({ ...one, file })),
  };
}

function planNamed<R extends LoadRow>(
  tables: AppDefinition["tables"],
  source: LoadSource<R>,
): Outcome<LoadPlan<R>> {
  const table = tables.get(source.table);
  if (table === undefined) {
    const suggestion = suggest(source.table, tables.keys());
    return {
      output: undefined,
      diagnostics: [diagnose("table/not-found", { name: source.table, suggestion })],
    };
  }
  const diagnostics = new DiagnosticList();
  const named = new NamedColumns(table.columns);
  const targets = source.columns.map((name) =>
    name === undefined || isSystemColumn(name) ? undefined : targetOf(table, named, name, diagnostics),
  );
  const taken = new Set<StoredColumnDefinition>();
  for (const column of targets) {
    if (column === undefined) continue;
    if (taken.has(column))
      diagnostics.add(diagnose("column/twice", { name: column.name }, { column: column.name }));
    taken.add(column);
  }
  for (const column of table.key.filter((one) => !taken.has(one)))
    if (!fillsItself(column) && table.source === undefined)
      diagnostics.add(diagnose("key/missing", { name: column.name }, { column: column.name }));
  const { all } = diagnostics;
  if (hasErrors(all)) return { output: undefined, diagnostics: all };
  const restored = new Set([...taken].filter(({ columnType }) => !columnType.isWritable));
  return { output: { source, table, targets, restored, warnings: all }, diagnostics: [] };
}

/** Columns that every table has besides its own, so that rows that were answered can be loaded. */
function isSystemColumn(name: string): boolean {
  return /^_(rownumber|computedkey)$/i.test(name);
}

function targetOf(
  table: TableDefinition,
  named: NamedColumns,
  name: string,
  diagnostics: DiagnosticList,
): StoredColumnDefinition | undefined {
  const column = named.find(name);
  if (column === undefined) {
    const suggestion = diagnostics.suggest(name, named.names);
    diagnostics.add(diagnose("column/unknown", { name, table: table.name, suggestion }, { column: name }));
    return undefined;
  }
  const refuse = (reason: string): undefined => {
    diagnostics.add(diagnose("column/not-writable", { name: column.name, reason }, { column: column.name }));
  };
  if (column.isVirtual) return refuse(IS_VIRTUAL);
  const isRestored = column.columnType.filledBy === "application" && !column.options.readOnly;
  const reason = isRestored ? undefined : reasonNotToWrite(column);
  return reason === undefined ? column : refuse(reason);
}
