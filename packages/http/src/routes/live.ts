import {
  diagnose,
  type LiveRequest,
  type LiveRows,
  type LiveStep,
  type Outcome,
  type Properties,
  refuseCall,
  type TimeSlice,
} from "@tablewright/core";
import { identityInQuery } from "../access/access-key.ts";
import { type Authenticated, authenticateForApplication } from "../access/authenticate.ts";
import { withPerson } from "../access/sign-in/with-person.ts";
import { type Answer, whenSent } from "../answers/answer.ts";
import {
  encodeEvents,
  endEvent,
  eventAnswer,
  FIRST_EVENT,
  HEARTBEAT,
  SILENT_EVENT,
  wantedEvents,
} from "../answers/event-stream.ts";
import type { Preferences } from "../answers/preferences.ts";
import { writeDiagnostic, writeProblem } from "../answers/problem.ts";
import { parseJson } from "../body/parse-json.ts";
import {
  BOOL,
  closed,
  listSchema,
  objectSchema,
  reference,
  says,
  TEXT,
  TEXTS,
} from "../openapi/json-schema.ts";
import type { Service } from "../service.ts";
import type { ServedEngine } from "../settings.ts";
import { withinRoom } from "../turns/room.ts";
import { defineApplicationRoute } from "./define-application-route.ts";
import { anyText } from "./define-query.ts";
import type { RoutedRequest } from "./define-route.ts";

const liveRows = listSchema(closed({ key: TEXT, row: objectSchema({}) }));

const PROPERTIES = "an object as JSON, as the Properties of a Find";

/**
 * For who accepts `text/event-stream` a stream of steps, until the caller or the server goes, or the caller may not read on. For others
 * the steps from the state of a cursor to that of now, as one.
 */
export const live = defineApplicationRoute({
  method: "GET",
  path: "tables/:tableName/live",
  operation: "followRows",
  summary:
    "The rows of a Find and what becomes of them, as server-sent events; without these the changes since a cursor.",
  lasts: true,
  query: {
    selector: anyText,
    properties: { ...anyText, expected: PROPERTIES },
    after: anyText,
    RunAsUserEmail: anyText,
  },
  answers: "LiveStep",
  schemas: {
    LiveStep: says(
      closed(
        {
          reset: says(BOOL, "Whether every row that came before is to be forgotten."),
          enter: liveRows,
          change: says(liveRows, "Rows that are answered otherwise than before."),
          leave: says(TEXTS, "Keys of rows that are gone, or that the Find would not answer any more."),
          cursor: says(
            { type: ["string", "null"] },
            "What the next request gives as `after`; null while further steps belong to the same state.",
          ),
        },
        { warnings: says(listSchema(reference("Mistake")), "Of the Find, where no events are sent.") },
      ),
      "From one state of the rows of a Find to a later one.",
    ),
  },
  async answer(call) {
    const { service, request, query, key } = call;
    const { isStream, last } = wantedEvents(request.headers);
    const after = last ?? query.after;
    const given = await readProperties(call, query.properties);
    if (given.output === undefined) return given;
    const sent = requestOf(call, request, given.output, query.selector);
    if (sent.output === undefined) return sent;
    const { notes } = call;
    const reportFuel = (steps: number) => {
      notes.fuel = steps;
    };
    const asked = { ...sent.output, after, turn: call.turn, signal: request.signal, reportFuel };
    const open = () => call.application.engine.live(asked);
    if (!isStream) {
      const opened = await open();
      if (opened.output === undefined) return opened;
      const step = await wholeStep(opened.output);
      const warnings = opened.diagnostics.map(writeDiagnostic);
      if (step.output === undefined || warnings.length === 0) return step;
      return { output: { ...step.output, warnings }, diagnostics: opened.diagnostics };
    }
    const stream = async (): Promise<Answer> => {
      const opened = await open();
      if (opened.output === undefined) return writeProblem(opened.diagnostics, request.id);
      const { output: rows } = opened;
      const events = eventsOf({ service, request, engine: call.application.engine, rows });
      return whenSent(eventAnswer(events), () => void rows.return());
    };
    return withinRoom(key.turns.live, request.id, () => withinRoom(service.live, request.id, stream));
  },
});

/** The Properties in the query, read as strictly as those in a body. */
async function readProperties(
  { service, turn }: { readonly service: Service; readonly turn: TimeSlice },
  sent: string | undefined,
): Promise<Outcome<Properties>> {
  if (sent === undefined) return { output: {}, diagnostics: [] };
  // As a member, so that errors name it; a text that has further members is no object.
  const bytes = Buffer.from(`{"properties":${sent}}`);
  const { output = {}, diagnostics } = await parseJson(bytes, service.limits, turn);
  const [properties, ...others] = Object.values(output as object) as unknown[];
  const isObject = typeof properties === "object" && properties !== null && !Array.isArray(properties);
  if (isObject && others.length === 0) return { output: properties as Properties, diagnostics: [] };
  const error = diagnose("request/query", { name: "properties", expected: PROPERTIES, isSent: true });
  const isJson =
    diagnostics.length > 0 && diagnostics.every(({ code }) => code !== "request/unreadable-body");
  return { output: undefined, diagnostics: isJson ? diagnostics : [error] };
}

/** What the engine is asked, once the key may find rows. */
function requestOf(
  {
    key,
    table,
    service,
    preferences,
  }: Authenticated & { readonly service: Service; readonly preferences: Preferences },
  { url }: RoutedRequest,
  given: Properties,
  selector: string | undefined,
): Outcome<LiveRequest> {
  const identity = identityInQuery(key, url, table);
  if (identity.output === undefined) return { output: undefined, diagnostics: identity.diagnostics };
  const { properties: named, ...caller } = identity.output;
  const Selector = selector === undefined ? {} : { Selector: selector };
  const properties: Properties = { ...given, ...Selector, ...named };
  const forbidden = refuseCall(key.key, { action: "Find", properties }, table);
  if (forbidden !== undefined) return { output: undefined, diagnostics: [forbidden] };
  const { wire = service.wire } = preferences;
  const output = { ...caller, table, properties, wire };
  return { output, diagnostics: [] };
}

/** All that there is to tell now, as one step. */
async function wholeStep(rows: LiveRows): Promise<Outcome<object>> {
  const steps: LiveStep[] = [];
  try {
    for (let step = rows.ready(); step !== undefined; step = rows.ready()) {
      if (step.errors !== undefined) return { output: undefined, diagnostics: step.errors };
      steps.push(step);
    }
    const output = {
      reset: steps.some(({ reset }) => reset),
      enter: steps.flatMap(({ enter }) => enter),
      change: steps.flatMap(({ change }) => change),
      leave: steps.flatMap(({ leave }) => leave),
      cursor: rows.cursor,
    };
    return { output, diagnostics: [] };
  } finally {
    await rows.return();
  }
}

/** A live Selector that is sent as events, and what it was admitted by. */
interface OpenStream {
  readonly service: Service;
  readonly request: RoutedRequest<"appId" | "tableName">;
  readonly engine: ServedEngine;
  readonly rows: LiveRows;
}

/**
 * The steps as events whose ids are cursors. A step is one event, so a caller who is cut off has a whole state. The key, the token and
 * the definition are looked at again before a step, at most once a second, and while there is none: where the caller may not read any
 * more, an event `end` has the problem; where the definition is another, the stream ends, and the caller comes again.
 */
async function* eventsOf({ service, request, engine, rows }: OpenStream): AsyncGenerator<Uint8Array> {
  yield FIRST_EVENT;
  let served = service.applications;
  let tick: Promise<undefined> | undefined;
  let step = rows.next();
  let silent = 0;
  try {
    for (;;) {
      tick ??= service.wait(LOOK).then(() => undefined);
      const next = await Promise.race([step, tick]);
      if (service.isClosing() || next?.done) return;
      if (next === undefined || service.applications !== served) {
        tick = undefined;
        served = service.applications;
        const again = await withPerson(service, request);
        const admitted = authenticateForApplication(service, request.parameters.appId, again, false);
        if (admitted.output === undefined) return yield endEvent(admitted.diagnostics, request.id);
        if (admitted.output.application.engine !== engine) return;
      }
      if (next === undefined) {
        silent += LOOK;
        if (silent < HEARTBEAT) continue;
        yield rows.cursor === null ? SILENT_EVENT : encodeEvents(`id: ${rows.cursor}\n\n`);
      } else {
        if (next.value.errors !== undefined) return yield endEvent(next.value.errors, request.id);
        yield eventOf(next.value);
        step = rows.next();
      }
      silent = 0;
    }
  } finally {
    await rows.return();
  }
}

/** The event of a step; one for all who are given the same. A first state that is not whole has no cursor, and takes back an earlier one. */
function eventOf(step: LiveStep): Uint8Array {
  const existing = events.get(step);
  if (existing !== undefined) return existing;
  const id = step.cursor === null && !step.reset ? "" : `id: ${step.cursor ?? ""}\n`;
  const event = encodeEvents(`${id}event: rows\ndata: ${JSON.stringify(step)}\n\n`);
  events.set(step, event);
  return event;
}

const events = new WeakMap<LiveStep, Uint8Array>();

/** Milliseconds after which it is asked again whether the caller may read on. */
const LOOK = 1_000;
