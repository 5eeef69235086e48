import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Navigate,
  useRouterState,
} from "@tanstack/react-router";
import { EVENT_STATES, type ShownEventState } from "./events/event-row.tsx";
import { RowPage } from "./row/row-page.tsx";
import { Shell } from "./shell/shell.tsx";
import { TablePage } from "./table/table-page.tsx";
import { useTables } from "./tables/use-tables.ts";
import type { View } from "./tables/view.ts";
import { useWords } from "./words/use-words.tsx";

const root = createRootRoute({ component: Shell });

const start = createRoute({ getParentRoute: () => root, path: "/", component: StartPage });

const tableRoute = createRoute({
  getParentRoute: () => root,
  path: "/tables/$table",
  validateSearch: (search: Record<string, unknown>): View => ({
    ...(typeof search.selector === "string" ? { selector: search.selector } : {}),
    ...(typeof search.by === "string" ? { by: search.by } : {}),
    ...(search.down === true || search.down === "true" ? { down: true } : {}),
  }),
  component: TablePage,
});

const rowRoute = createRoute({
  getParentRoute: () => root,
  path: "/tables/$table/rows/$key",
  params: {
    parse: ({ table, key }) => ({ table, key: keyIn(key) }),
    stringify: ({ table, key }) => ({ table, key: addressOf(key) }),
  },
  component: RowPage,
});

/** What is tried in the playground is in its address, so that it can be handed on. */
const playgroundRoute = createRoute({
  getParentRoute: () => root,
  path: "/playground",
  validateSearch: (search: Record<string, unknown>): { table?: string; expression?: string } => ({
    ...(typeof search.table === "string" ? { table: search.table } : {}),
    ...(typeof search.expression === "string" ? { expression: search.expression } : {}),
  }),
  component: lazyRouteComponent(() => import("./playground/playground-page.tsx"), "PlaygroundPage"),
});

const map = createRoute({
  getParentRoute: () => root,
  path: "/map",
  component: lazyRouteComponent(() => import("./map/map-page.tsx"), "MapPage"),
});

const callsRoute = createRoute({
  getParentRoute: () => root,
  path: "/calls",
  validateSearch: tableIn,
  component: lazyRouteComponent(() => import("./calls/calls-page.tsx"), "CallsPage"),
});

const tests = createRoute({
  getParentRoute: () => root,
  path: "/tests",
  component: lazyRouteComponent(() => import("./tests/tests-page.tsx"), "TestsPage"),
});

const decisions = createRoute({
  getParentRoute: () => root,
  path: "/decisions",
  component: lazyRouteComponent(() => import("./decisions/decisions-page.tsx"), "DecisionsPage"),
});

/** The part that is looked at is in the address, as the JSON of its path. */
const definitionRoute = createRoute({
  getParentRoute: () => root,
  path: "/definition",
  validateSearch: (search: Record<string, unknown>): { part?: string } =>
    typeof search.part === "string" ? { part: search.part } : {},
  component: lazyRouteComponent(() => import("./definition/definition-page.tsx"), "DefinitionPage"),
});

const eventsRoute = createRoute({
  getParentRoute: () => root,
  path: "/events",
  validateSearch: (search: Record<string, unknown>): { state?: ShownEventState } => {
    const state = EVENT_STATES.find((one) => one === search.state);
    return state === undefined ? {} : { state };
  },
  component: lazyRouteComponent(() => import("./events/events-page.tsx"), "EventsPage"),
});

const runsRoute = createRoute({
  getParentRoute: () => root,
  path: "/runs",
  component: lazyRouteComponent(() => import("./runs/runs-page.tsx"), "RunsPage"),
});

const importRoute = createRoute({
  getParentRoute: () => root,
  path: "/import",
  validateSearch: tableIn,
  component: lazyRouteComponent(() => import("./import/import-page.tsx"), "ImportPage"),
});

const tree = root.addChildren([
  start,
  tableRoute,
  rowRoute,
  playgroundRoute,
  map,
  callsRoute,
  decisions,
  definitionRoute,
  eventsRoute,
  runsRoute,
  tests,
  importRoute,
]);

/** The table that an address names. */
function tableIn(search: Record<string, unknown>): { table?: string } {
  return typeof search.table === "string" ? { table: search.table } : {};
}

/** `.` and `..` are steps in an address and would be lost: they get a sign before them, and what has that sign one more. */
function addressOf(key: string): string {
  return /^~*\.{1,2}$/u.test(key) ? `~${key}` : key;
}

function keyIn(address: string): string {
  return /^~+\.{1,2}$/u.test(address) ? address.slice(1) : address;
}

/** The addresses of the console, below `/console`; what follows `?` is text, whatever it looks like. */
export function createConsoleRouter() {
  return createRouter({
    routeTree: tree,
    basepath: "/console",
    defaultPreload: false,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NoPage,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const values = Object.entries(search).filter(([, value]) => value !== undefined);
      const text = new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

/** What is shown at an address that no page has. */
function NoPage() {
  const { say } = useWords();
  return <p className="hint">{say("noPage")}</p>;
}

/** In place of a page that could not be shown, which is an exception of ours; the navigation next to it stays. */
function PageError({ error, reset }: ErrorComponentProps) {
  const { say } = useWords();
  return (
    <div className="problem" role="alert">
      <p>{say("pageFailed")}</p>
      <code>{error instanceof Error ? error.message : String(error)}</code>
      <button type="button" onClick={reset}>
        {say("retry")}
      </button>
    </div>
  );
}

/** The first table, because looking at rows is what most come for; unless another page is being loaded already. */
function StartPage() {
  const { say } = useWords();
  const { tables } = useTables();
  const isLeaving = useRouterState({
    select: ({ location, resolvedLocation }) => location.href !== (resolvedLocation ?? location).href,
  });
  const first = tables?.tables[0] ?? tables?.slices[0];
  if (first !== undefined && !isLeaving)
    return <Navigate to="/tables/$table" params={{ table: first.name }} search={{}} replace />;
  return <p className="hint">{say(tables === undefined ? "loading" : "noTables")}</p>;
}
