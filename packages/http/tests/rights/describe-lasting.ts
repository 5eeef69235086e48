/** Streams of changes ask again at each look, and an answer under way is of the moment at which it was read. */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, createRecordApi } from "../../src/index.ts";
import { plainRequest, whole } from "../plain-request.ts";
import { NOW, TokenProvider } from "../token-provider.ts";
import { eventsOf, slowly } from "./slow-requests.ts";

const KEY =
  "{ name: reader, key: V2-reader, as: ann@example.com, tables: [Jobs, Others], expires: 2026-03-16 }";
const ROLES = "roles: { ann@example.com: Reader }";
const FILTER = 'OR([State] = "open", AND([State] <> "secret", USERROLE() = "Reader"))';
const SIGN_IN = (issuer: string) => `signIn: { issuer: "${issuer}", audience: shop-api }`;

const definition = (issuer: string) => `
tablewright: 1
app:
  id: shop
  name: Shop
  owner: owner@example.com
  history: { keep: 9d }
  ${ROLES}
  api:
    enabled: true
    ${SIGN_IN(issuer)}
    accessKeys:
      - ${KEY}
      - { name: other, key: V2-rest }
tables:
  Jobs:
    key: [Job]
    securityFilter: 'OR(USEREMAIL() = "owner@example.com", ${FILTER})'
    columns: { Job: { type: Text }, State: { type: Text }, Note: { type: Text } }
  Others: { key: [Other], columns: { Other: { type: Text } } }
`;

/** What comes between two looks, and the error with which the stream ends: what a new request is answered. */
interface Ending {
  readonly what: string;
  readonly by: "key" | "token";
  readonly code: string;
  /** Milliseconds that pass. */
  readonly later?: number;
  /** Whether only what was recorded is refused then. */
  readonly ofHistory?: true;
  /** What the definition says in place of what it said. */
  readonly served?: (source: string) => string;
}

const keyWith = (more: string) => (source: string) => source.replace(KEY, KEY.replace(" }", `, ${more} }`));

const ENDINGS: readonly Ending[] = [
  { what: "the key is switched off", by: "key", code: "auth/wrong-key", served: keyWith("disabled: true") },
  {
    what: "the key is taken away",
    by: "key",
    code: "auth/wrong-key",
    served: (source) => source.replace(`- ${KEY}`, ""),
  },
  {
    what: "the key has another secret",
    by: "key",
    code: "auth/wrong-key",
    served: (source) => source.replace("V2-reader", "V2-new"),
  },
  { what: "the key expires", by: "key", code: "auth/wrong-key", later: 2 * 86_400_000 },
  {
    what: "the key may not read what was recorded",
    ofHistory: true,
    by: "key",
    code: "access/not-allowed",
    served: keyWith("history: false"),
  },
  {
    what: "the key may not find rows",
    by: "key",
    code: "access/not-allowed",
    served: keyWith("actions: [Add]"),
  },
  {
    what: "the interface is switched off",
    by: "key",
    code: "auth/api-disabled",
    served: (source) => source.replace("enabled: true", "enabled: false"),
  },
  {
    what: "no history is kept",
    ofHistory: true,
    by: "key",
    code: "history/none-reached",
    served: (source) => source.replace("history: { keep: 9d }", ""),
  },
  { what: "the token expires", by: "token", code: "auth/wrong-token", later: 121_000 },
  {
    what: "tokens are for another audience",
    by: "token",
    code: "auth/wrong-token",
    served: (source) => source.replace("shop-api", "else"),
  },
  {
    what: "nobody signs in any more",
    by: "token",
    code: "auth/missing-key",
    served: (source) => source.replace(/signIn: .*/u, ""),
  },
];

/** After which the stream goes on, and tells nothing of a row that is hidden now. */
const NARROWINGS: readonly (readonly [what: string, served: (source: string) => string])[] = [
  ["a role is taken", (source) => source.replace(ROLES, "roles: {}")],
  ["a security filter is tightened", (source) => source.replace(FILTER, '[State] = "open"')],
  [
    "the key reaches one table less",
    (source) => source.replace("tables: [Jobs, Others]", "tables: [Others]"),
  ],
  ["the key is of another person", (source) => source.replace("as: ann@", "as: eve@")],
];

export function describeLasting(
  make: () => Promise<{ readonly store: Store; dispose(): Promise<void> }>,
): void {
  let provider: TokenProvider;
  beforeAll(async () => {
    provider = await TokenProvider.begin();
    provider.reset();
  });
  afterAll(() => provider.close());

  /** An application that is served, with a clock and looks of the test's own. */
  async function withShop(run: (shop: Shop) => Promise<void>): Promise<void> {
    const { store, dispose } = await make();
    const engineOver = async (source: string): Promise<Engine> => {
      const { output, diagnostics } = loadDefinition(source);
      if (output === undefined) throw new Error(JSON.stringify(diagnostics, null, 1));
      const services = { now: () => NOW, random: Math.random, newId: () => crypto.randomUUID() };
      return createEngine({ definition: output, store, services });
    };
    let now = NOW;
    const looks: (() => void)[] = [];
    let granted = 0;
    const wait = () =>
      new Promise<void>((done) => {
        if (granted === 0) looks.push(done);
        else {
          granted--;
          done();
        }
      });
    const source = definition(provider.issuer);
    const engine = await engineOver(source);
    const api = createRecordApi({ engines: [engine], now: () => now, wait });
    try {
      await run({
        engine,
        serve: async (change) => {
          const next = await engineOver(change(source));
          api.replaceEngines([next]);
        },
        pass: (milliseconds) => {
          now += milliseconds;
        },
        look: () => {
          const waiting = looks.shift();
          if (waiting === undefined) granted++;
          else waiting();
        },
        ask: async (by, path, body, { lastEvent, arrives } = {}) => {
          const headers: Record<string, string> =
            by === "key"
              ? { applicationaccesskey: "V2-reader" }
              : { authorization: `Bearer ${await provider.sign()}` };
          const request = plainRequest({
            path: `/api/v2/apps/shop/${path}`,
            method: body === undefined ? "GET" : "POST",
            ...(body === undefined ? {} : { body: whole(JSON.stringify(body), arrives) }),
          });
          const accept: Record<string, string> = body === undefined ? { accept: "text/event-stream" } : {};
          if (lastEvent !== undefined) accept["last-event-id"] = lastEvent;
          return api.handle({ ...request, headers: { ...headers, ...accept } });
        },
      });
    } finally {
      await engine.close();
      await dispose();
    }
  }

  describe("a stream ends with an error when", () => {
    test.each(ENDINGS)("$what", ({ by, code, later = 0, served }) =>
      withShop(async ({ engine, serve, pass, look, ask }) => {
        await engine.add("Jobs", [{ Job: "a", State: "open" }]);
        const stream = eventsOf(await ask(by, "changes"));
        expect(await stream.next()).toMatchObject({ value: { event: "change", data: { key: "a" } } });
        pass(later);
        if (served !== undefined) await serve(served);
        await engine.edit("Jobs", [{ Job: "a", Note: "not for them" }]);
        look();
        expect(await stream.next()).toMatchObject({ value: { event: "end", data: { code } } });
        expect(await stream.next()).toMatchObject({ done: true });
        const anew = await ask(by, "changes");
        expect(JSON.parse(String(anew.body)).code).toBe(code);
      }),
    );
  });

  describe("a call whose body arrives slowly is refused when meanwhile", () => {
    test.each(ENDINGS.filter((one) => one.ofHistory === undefined))(
      "$what",

      ({ by, code, later = 0, served }) =>
        withShop(async ({ engine, serve, pass, ask }) => {
          await engine.add("Jobs", [{ Job: "a", State: "open" }]);
          for (const [path, body] of [
            ["tables/Jobs/Action", { Action: "Find" }],
            ["tables/Jobs/summary", { Values: { Jobs: "COUNT" } }],
            ["tables/Jobs/explain", {}],
          ] as const) {
            await serve((source) => source);
            const slow = slowly();
            const answer = ask(by, path, body, { arrives: slow.arrives });
            await slow.begun;
            pass(later);
            if (served !== undefined) await serve(served);
            slow.end();
            expect([path, JSON.parse(String((await answer).body)).code]).toEqual([path, code]);
            pass(-later);
          }
        }),
    );
  });

  describe("a call whose body arrives slowly is carried out by the definition as it is then when", () => {
    test.each(NARROWINGS)("%s", (_, served) =>
      withShop(async ({ engine, serve, ask }) => {
        await engine.add("Jobs", [{ Job: "a", State: "closed" }]);
        const find = { Action: "Find" };
        expect(String((await ask("key", "tables/Jobs/Action", find)).body)).toContain("closed");
        const slow = slowly();
        const answer = ask("key", "tables/Jobs/Action", find, { arrives: slow.arrives });
        await slow.begun;
        await serve(served);
        slow.end();
        expect(String((await answer).body)).not.toContain("closed");
      }),
    );
  });

  describe("a stream goes on by the definition as it is now when", () => {
    test.each(NARROWINGS)("%s", (_, served) =>
      withShop(async ({ engine, serve, look, ask }) => {
        await engine.add("Jobs", [{ Job: "a", State: "closed" }]);
        const stream = eventsOf(await ask("key", "changes"));
        expect(await stream.next()).toMatchObject({ value: { data: { key: "a" } } });
        await serve(served);
        await engine.edit("Jobs", [{ Job: "a", Note: "not for them" }]);
        await engine.add("Others", [{ Other: "o" }]);
        look();
        expect(await stream.next()).toMatchObject({ value: { event: "change", data: { key: "o" } } });
        await stream.return(undefined);
      }),
    );

    test("a row becomes hidden", () =>
      withShop(async ({ engine, look, ask }) => {
        await engine.add("Jobs", [{ Job: "a", State: "open" }]);
        const stream = eventsOf(await ask("key", "changes"));
        await stream.next();
        await engine.edit("Jobs", [{ Job: "a", State: "secret" }]);
        await engine.edit("Jobs", [{ Job: "a", Note: "not for them" }]);
        await engine.add("Others", [{ Other: "o" }]);
        look();
        const gone = { operation: "delete", key: "a", before: null, after: null };
        expect(await stream.next()).toMatchObject({ value: { event: "change", data: gone } });
        expect(await stream.next()).toMatchObject({ value: { event: "change", data: { key: "o" } } });
        await stream.return(undefined);
      }));
  });

  describe("a stream goes on where it was when its key comes to be", () => {
    const owner = (source: string) => source.replace("as: ann@", "as: owner@");
    const whole = (source: string) => owner(source).replace(", tables: [Jobs, Others]", "");
    const limited = (source: string) => owner(source);
    const filtered = (source: string) =>
      whole(source).replace("OR(USEREMAIL()", "OR(ISBLANK([State]), USEREMAIL()");
    const NUMBER = /^\d+(-\d+)?$/u;
    const SEALED = /^[0-9a-f]{64}$/u;
    test.each([
      ["limited to tables", whole, limited, SEALED],
      ["limited no more", limited, whole, NUMBER],
      ["limited by a security filter", whole, filtered, SEALED],
      ["limited by it no more", filtered, whole, NUMBER],
    ])("%s", (_, before, after, form) =>
      withShop(async ({ engine, serve, look, ask }) => {
        await serve(before);
        await engine.add("Jobs", [{ Job: "a", State: "open" }]);
        const stream = eventsOf(await ask("key", "changes"));
        const { value: first } = await stream.next();
        expect(first).toMatchObject({ event: "change", data: { key: "a" } });
        await serve(after);
        look();
        const { value: moved } = await stream.next();
        expect(moved).toEqual({ event: undefined, id: expect.stringMatching(form), data: undefined });
        await engine.add("Others", [{ Other: "o" }]);
        look();
        const { value: next } = await stream.next();
        expect(next).toMatchObject({ event: "change", data: { key: "o" }, id: expect.stringMatching(form) });
        await stream.return(undefined);
        const again = eventsOf(await ask("key", "changes", undefined, { lastEvent: moved?.id }));
        expect((await again.next()).value).toEqual(next);
        await again.return(undefined);
        const refused = await ask("key", "changes", undefined, { lastEvent: first?.id });
        if (after === whole) await eventsOf(refused).return(undefined);
        else expect(JSON.parse(String(refused.body)).code).toBe("history/cursor");
      }),
    );

    test("another one between two looks, and its changes come by the new form", () =>
      withShop(async ({ engine, serve, look, ask }) => {
        await serve(whole);
        await engine.add("Jobs", [{ Job: "a", State: "open" }]);
        const stream = eventsOf(await ask("key", "changes"));
        await stream.next();
        await serve(limited);
        for (const Other of ["o", "p"]) await engine.add("Others", [{ Other }]);
        look();
        for (const key of ["o", "p"])
          expect((await stream.next()).value).toMatchObject({
            event: "change",
            id: expect.stringMatching(SEALED),
            data: { key },
          });
        await stream.return(undefined);
      }));
  });

  test("an answer under way is of the moment of its call", () =>
    withShop(async ({ engine, serve, ask }) => {
      const jobs = Array.from({ length: 2_000 }, (_, at) => ({
        Job: `job ${at}`,
        State: "open",
        Note: "old".repeat(20),
      }));
      await engine.add("Jobs", jobs);
      const { body } = await ask("key", "tables/Jobs/Action", { Action: "Find" });
      if (typeof body === "string") throw new Error("The answer is not written in parts.");
      const pieces = body[Symbol.asyncIterator]();
      let text = Buffer.from((await pieces.next()).value ?? "").toString();
      await serve(keyWith("disabled: true"));
      await engine.edit(
        "Jobs",
        jobs.map(({ Job }) => ({ Job, Note: "not for them" })),
      );
      for (let next = await pieces.next(); !next.done; next = await pieces.next())
        text += Buffer.from(next.value).toString();
      expect(JSON.parse(text).Rows.length).toBe(2_000);
      expect(text).not.toContain("not for them");
    }));
}

interface Shop {
  readonly engine: Engine;
  /** Serves the definition with a change. */
  serve(change: (source: string) => string): Promise<void>;
  pass(milliseconds: number): void;
  /** Lets a stream look once. */
  look(): void;
  ask(
    by: "key" | "token",
    path: string,
    body?: object,
    more?: { readonly lastEvent?: string | undefined; readonly arrives?: () => Promise<void> },
  ): Promise<Answer>;
}
