import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { CallsPage } from "./calls/calls-page.tsx";
import { EVENT_STATES, type EventState } from "./events/event-states.ts";
import { MapPage } from "./map/map-page.tsx";
import { RowPage } from "./row/row-page.tsx";
import { Shell } from "./shell/shell.tsx";
import { StartPage } from "./shell/start-page.tsx";
import { TablePage } from "./tables/table-page.tsx";
import type { View } from "./tables/view.ts";

const root = createRootRoute({ component: Shell });

const start = createRoute({ getParentRoute: () => root, path: "/", component: StartPage });

const tableRoute = createRoute({
  getParentRoute: () => root,
  path: "/tables/$table",
  validateSearch: (search: Record<string, unknown>): View => ({
    ...(typeof search.selector === "string" ? { selector: search.selector } : {}),
    ...(typeof search.by === "string" ? { by: search.by } : {}),
    ...(search.down === true ? { down: true } : {}),
  }),
  component: TablePage,
});

const rowRoute = createRoute({
  getParentRoute: () => root,
  path: "/tables/$table/rows/$key",
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

const map = createRoute({ getParentRoute: () => root, path: "/map", component: MapPage });

const callsRoute = createRoute({
  getParentRoute: () => root,
  path: "/calls",
  validateSearch: tableIn,
  component: CallsPage,
});

const tests = createRoute({
  getParentRoute: () => root,
  path: "/tests",
  component: lazyRouteComponent(() => import("./tests/tests-page.tsx"), "TestsPage"),
});

const eventsRoute = createRoute({
  getParentRoute: () => root,
  path: "/events",
  validateSearch: (search: Record<string, unknown>): { state?: EventState } => {
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
  eventsRoute,
  runsRoute,
  tests,
  importRoute,
]);

/** The table that an address names. */
function tableIn(search: Record<string, unknown>): { table?: string } {
  return typeof search.table === "string" ? { table: search.table } : {};
}

/** The addresses of the console, below `/console`. */
export function createConsoleRouter() {
  return createRouter({ routeTree: tree, basepath: "/console", defaultPreload: false });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
