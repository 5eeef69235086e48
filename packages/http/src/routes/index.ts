/** Every route of the record web API, one line each. */
import { act } from "./act.ts";
import type { Route } from "./define-route.ts";
import { healthz } from "./healthz.ts";
import { readyz } from "./readyz.ts";

export const routes: readonly Route[] = [act, healthz, readyz];
