/** Spans of OpenTelemetry: one for each request, and none where no SDK is there. */
import { context, propagation, type Span, trace } from "@opentelemetry/api";
import { afterEach, expect, test } from "vitest";
import { createServer } from "../src/index.ts";
import { call } from "./call.ts";
import { appId, fakeEngine } from "./fake-engine.ts";

afterEach(() => {
  trace.disable();
  propagation.disable();
});

test("a span bears what is reported of its request, below the span that its caller sent", async () => {
  const spans: RecordedSpan[] = [];
  trace.setGlobalTracerProvider({
    getTracer: () => ({
      startSpan: (name, _options, parent) => recordedSpan(spans, name, parent?.getValue(PARENT)),
      startActiveSpan: () => expect.unreachable(),
    }),
  });
  propagation.setGlobalPropagator({
    inject: () => {},
    extract: (parent, carrier, getter) => parent.setValue(PARENT, getter.get(carrier, "traceparent")),
    fields: () => ["traceparent"],
  });
  const server = createServer({ engines: [fakeEngine()] });
  await call(server, { headers: { traceparent: "00-a-b-01" } });
  const engine = fakeEngine();
  engine.answer = () => {
    throw new Error("ours");
  };
  await call(createServer({ engines: [engine] }));
  expect(spans).toEqual([
    {
      name: "Find Orders",
      parent: "00-a-b-01",
      status: undefined,
      ended: 1,
      attributes: expect.objectContaining({ "tablewright.app": appId, "http.response.status_code": 200 }),
    },
    expect.objectContaining({ status: 2, ended: 1, parent: undefined }),
  ]);
});

test("without an SDK nothing is made", async () => {
  const answer = await call(createServer({ engines: [fakeEngine()] }));
  expect(answer.status).toBe(200);
  expect(trace.getSpan(context.active())).toBeUndefined();
});

const PARENT = Symbol("parent");

interface RecordedSpan {
  name: string;
  parent: unknown;
  status: number | undefined;
  ended: number;
  readonly attributes: Record<string, unknown>;
}

function recordedSpan(spans: RecordedSpan[], name: string, parent: unknown): Span {
  const recorded: RecordedSpan = { name, parent, status: undefined, ended: 0, attributes: {} };
  spans.push(recorded);
  const span = {
    isRecording: () => true,
    updateName: (changed: string) => {
      recorded.name = changed;
    },
    setAttribute: (attribute: string, value: unknown) => {
      recorded.attributes[attribute] = value;
    },
    setStatus: ({ code }: { code: number }) => {
      recorded.status = code;
    },
    end: () => {
      recorded.ended++;
    },
  };
  return span as unknown as Span;
}
