import type { ExpressionScope, SliceScope, TableScope } from "../../expression/parts.ts";
import type { AppDefinition, SliceDefinition } from "../../schema/index.ts";
import { BoundedCache } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import type { Nameable } from "../calls/request.ts";

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
  { scope, slices }: AppDefinition,
): Pick<ExpressionScope, "tables" | "slices" | "tells"> {
  const tells = (name: string) => nameable.table(name);
  const own = [...slices.values()].filter(({ name }) => tells(name));
  return {
    tables: new Map([...scope.tables].filter(([name]) => tells(name))),
    slices: new Map(
      own.map((slice) => [slice.name, tells(slice.table.name) ? slice.scope : narrowed(slice)]),
    ),
    tells,
  };
}

/** A slice of a table that is out of reach: its own columns are all there is of the rows. */
function narrowed({ scope, columns }: SliceDefinition): SliceScope {
  const shown = new Set(columns.map(({ name }) => name));
  const table: TableScope = {
    ...scope.table,
    columns: scope.table.columns.filter(({ name }) => shown.has(name)),
  };
  return { ...scope, table };
}
