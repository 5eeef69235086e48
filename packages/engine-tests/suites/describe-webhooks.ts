import type { EngineRequest } from "@tablewright/core";
import { readOutbox } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

interface Hooked extends Workshop {
  /** The payloads of the outbox, the oldest first. */
  events(): Promise<readonly { readonly url: string; readonly body?: string }[]>;
}

const appWith = (hook: string) => `
tablewright: 1
app: { id: hooks, name: Hooks, timezone: UTC }
tables:
  Notes:
    key: [Note]
    columns: { Note: { type: Text }, Text: { type: LongText }, Tags: { type: EnumList, values: [a, b] } }
rules:
  Tell: { table: Notes, on: [add, edit], steps: [{ webhook: ${hook} }] }
`;

/** What a row can put into the request of a webhook, and how many requests a call can lead to. */
export function describeWebhooks(make: MakeStore): void {
  const withHook = (hook: string, run: (hooked: Hooked) => Promise<void>, limits = {}) => {
    let opened: Store | undefined;
    const keep = (store: Store) => {
      opened = store;
      return store;
    };
    const events: Hooked["events"] = async () => {
      const listed = await opened?.read((transaction) => readOutbox(transaction, { limit: 100 }));
      return (listed ?? []).map(({ payload }) => JSON.parse(payload)).reverse();
    };
    return withWorkshop(make, (workshop) => run({ ...workshop, events }), keep, appWith(hook), limits);
  };
  const add = (...rows: NonNullable<EngineRequest["rows"]>[number][]): EngineRequest => ({
    action: "Add",
    table: "Notes",
    rows,
  });
  const urlHook = (url: string) => `{ url: ${JSON.stringify(url)}, body: x }`;

  describe("webhooks", () => {
    test.each<[url: string, text: string, sent: string | undefined]>([
      ["https://a.example/<<[Text]>>/x", "..", undefined],
      ["https://a.example/<<[Text]>>/x", ".", undefined],
      ["https://a.example/x/<<[Text]>>", "..", undefined],
      ["https://a.example/.<<[Text]>>/x", ".", undefined],
      ["https://a.example/.<<[Text]>>/x", "", undefined],
      ["https://a.example/%2e<<[Text]>>/x", ".", undefined],
      ["https://a.example/%2E%2e<<[Text]>>?x", "", undefined],
      ["https://a.example/y\\<<[Text]>>\\x", "..", undefined],
      ["https://a.example/.\t<<[Text]>>/x", "", undefined],
      ["https://a.example/<<[Text]>><<[Text]>>#x", ".", undefined],
      ["https://a.example/<<[Text]>>/x", "...", "https://a.example/.../x"],
      ["https://a.example/<<[Text]>>/x", "%2e%2e", "https://a.example/%252e%252e/x"],
      ["https://a.example/<<[Text]>>/x", "../..", "https://a.example/..%2F../x"],
      ["https://a.example/<<[Text]>>/x", "a\\..\\b", "https://a.example/a%5C..%5Cb/x"],
      ["https://a.example/v<<[Text]>>/x", ".", "https://a.example/v./x"],
      ["https://a.example/../<<[Text]>>", "a", "https://a.example/../a"],
      ["https://a.example/x?y=<<[Text]>>", "..", "https://a.example/x?y=.."],
      ["https://a.example/x?y=/<<[Text]>>/", "..", "https://a.example/x?y=/../"],
      ["https://a.example/x#/<<[Text]>>", "..", "https://a.example/x#/.."],
      ["https://a.example?y=<<[Text]>>", "?#/@:", "https://a.example?y=%3F%23%2F%40%3A"],
    ])("a value in %s of %j", (url, Text, sent) =>
      withHook(urlHook(url), async ({ engine, all, events }) => {
        const result = await engine.execute(add({ Note: "n", Text: "fine" }, { Note: "m", Text }));
        if (sent !== undefined) {
          expect(result.ok).toBe(true);
          const last = (await events()).at(-1);
          expect(last?.url).toBe(sent);
          return;
        }
        expect(result).toMatchObject({ ok: false, diagnostics: [{ code: "workflow/dot-segment", row: 2 }] });
        expect(result.ok ? "" : result.diagnostics[0]?.message).toContain("would lead to another place");
        expect([await all("Notes"), await events()]).toEqual([[], []]);
      }),
    );

    test.each(["Content-Type", "content-type"])("a form sent by %s has its values encoded", (name) =>
      withHook(
        `{ url: "https://a.example", headers: { ${name}: "application/x-www-form-urlencoded; charset=utf-8" }, body: "note=<<[Note]>>&text=<<[Text]>>&tags=<<[Tags]>>&by=<<_RULENAME>>" }`,
        async ({ rows, events }) => {
          const Text = "a&b=c d+e%20é~!'()*-._\r\n<<🚢";
          await rows(add({ Note: "n & m", Text, Tags: ["a", "b"] }));
          const [event] = await events();
          expect([...new URLSearchParams(event?.body)]).toEqual([
            ["note", "n & m"],
            ["text", Text],
            ["tags", "a , b"],
            ["by", "Tell"],
          ]);
          expect(event?.body).toBe(
            "note=n+%26+m&text=a%26b%3Dc+d%2Be%2520%C3%A9%7E%21%27%28%29*-._%0D%0A%3C%3C%F0%9F%9A%A2&tags=a+%2C+b&by=Tell",
          );
        },
      ),
    );

    test("a call leads to no more of them than its limit", () =>
      withHook(
        `{ url: "https://a.example" }`,
        async ({ rows, engine, all, events }) => {
          await rows(add({ Note: "a" }, { Note: "b" }, { Note: "c" }));
          expect(await events()).toHaveLength(3);
          const four = ["d", "e", "f", "g"].map((Note) => ({ Note }));
          expect(await engine.execute(add(...four))).toMatchObject({
            ok: false,
            diagnostics: [{ code: "limit/events", row: 1 }],
          });
          expect([(await all("Notes")).length, (await events()).length]).toEqual([3, 3]);
          await rows({ action: "Edit", table: "Notes", rows: [{ Note: "a", Text: "again" }] });
          expect(await events()).toHaveLength(4);
        },
        { events: 3 },
      ));

    test("templates write objects as JSON, repeat for those of a list, and write their fields", () =>
      withWorkshop(
        make,
        async (workshop) => {
          const row = { Event: 1, Payload: { x: "12", l: [1] }, Home: { city: "Oslo" } };
          const lines = [
            { sku: "a", price: 2.5, marks: [{ n: 1 }, { n: 2 }] },
            { sku: '"b"', price: 1, marks: [] },
          ];
          await workshop.rows({ action: "Add", table: "Events", rows: [{ ...row, Lines: lines }] });
          const [event] = (await workshop.engine.listEvents({})) ?? [];
          const payload = (event?.payload ?? { body: "" }) as { readonly body: string };
          expect(JSON.parse(payload.body)).toEqual({
            ...{ payload: { x: "12", l: [1] }, part: "12", text: '{"l":[1],"x":"12"}', city: "Oslo" },
            ...{ home: { city: "Oslo" }, lines: JSON.stringify(lines), of: "[1]" },
            each: [
              { sku: "a", price: 2.5, event: 1, marks: [1, 2] },
              { sku: '"b"', price: 1, event: 1, marks: [] },
            ],
          });
        },
        undefined,
        TEMPLATES,
      ));
  });
}

const TEMPLATES = `
tablewright: 1
app: { id: hooks, name: Hooks, owner: owner@example.com, locale: en-US, timezone: UTC }
types:
  Mark: { n: Number }
  Line: { sku: Text, price: Price, marks: { type: List, of: Mark } }
tables:
  Events:
    key: [Event]
    columns:
      Event: { type: Number }
      Payload: { type: Json }
      Home: { type: Object, fields: { city: Text } }
      Lines: { type: List, of: Line }
rules:
  Tell:
    table: Events
    on: [add]
    steps:
      - webhook:
          url: https://example.com
          body: |
            {
              "payload": <<[Payload]>>, "part": <<[Payload].[x]>>, "text": "<<[Payload]>>",
              "home": <<[Home]>>, "city": "<<[Home].[city]>>", "lines": "<<[Lines]>>", "of": "<<[Payload].[l]>>",
              "each": [
                <<Start: [Lines]>>
                { "sku": "<<[sku]>>", "price": <<[price]>>, "event": <<[_THISROW-1].[Event]>>, "marks": [<<Start: [marks]>><<[n]>>,<<End>>] },
                <<End>>
              ]
            }
`;
