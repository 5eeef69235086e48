import type { ExpressionScope, TableScope } from "../../expression/parts.ts";
import type { AppDefinition, SliceDefinition, TableDefinition } from "../../schema/index.ts";
import { BoundedCache } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import type { Nameable } from "../calls/request.ts";
import { nameableColumns } from "./is-nameable.ts";

/**
 * What expressions that the caller wrote may name. What a caller may not reach is not there at all: no name of it resolves,
 * no Ref to it is followed, and an error is the same as for a name that there is not. The definition's own formulas, which
 * were checked when it was loaded, read what they like.
 */
export function callersScope({ app, nameable, request: { locale } }: Call): ExpressionScope {
  if (nameable === undefined && locale === app.locale) return app.scope;
  const existing =
    scopes.get(nameable ?? app) ?? new Map<AppDefinition, BoundedCache<string, ExpressionScope>>();
  scopes.set(nameable ?? app, existing);
  const ofApp = existing.get(app) ?? new BoundedCache<string, ExpressionScope>(MOST_LOCALES);
  existing.set(app, ofApp);
  return ofApp.getOrMake(locale, () => {
    const scope = { ...app.scope, locale };
    return nameable === undefined ? scope : { ...scope, ...reachedBy(nameable, app) };
  });
}

/** One scope a Locale and kind of caller, because what was checked against a scope is remembered with it. */
const scopes = new WeakMap<object, Map<AppDefinition, BoundedCache<string, ExpressionScope>>>();

/** Callers name Locales, and with each scope come the expressions that were checked against it. */
const MOST_LOCALES = 8;

function reachedBy(
  nameable: Nameable,
  { tables, slices, scope: { functions } }: AppDefinition,
): Pick<ExpressionScope, "tables" | "slices" | "functions" | "isVisible"> {
  const isVisible = (name: string) => nameable.table(name);
  const own = [...tables.values()].filter(({ name }) => isVisible(name));
  const reached = new Map(own.map((table) => [table.name, narrowed(nameable, table, table.scope)]));
  return {
    tables: reached,
    slices: new Map(
      [...slices.values()]
        .filter(({ name }) => isVisible(name))
        .map((slice) => {
          const table = reached.get(slice.table.name) ?? narrowed(nameable, slice, slice.scope.table);
          return [slice.name, { ...slice.scope, table }];
        }),
    ),
    // A caller chooses the arguments, so a function reads for him what he may not name.
    functions: new Map(
      [...functions].filter(([, { tables: read }]) =>
        [...(read?.() ?? [])].every((name) => reached.has(name)),
      ),
    ),
    isVisible,
  };
}

/** Of a table what the caller may know; of a slice whose table is out of reach its own columns are all there is of the rows. */
function narrowed(
  nameable: Nameable,
  target: TableDefinition | SliceDefinition,
  scope: TableScope,
): TableScope {
  const shown = new Set(nameableColumns({ nameable }, target).map(({ name }) => name));
  const columns = scope.columns.filter(({ name }) => shown.has(name));
  return columns.length === scope.columns.length ? scope : { ...scope, columns };
}
