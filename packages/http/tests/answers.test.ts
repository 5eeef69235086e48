/** What an answer looks like, whatever it says. */
import { type Diagnostic, diagnose, type Result } from "@tablewright/core";
import { beforeEach, describe, expect, test } from "vitest";
import { adapters } from "./adapters.ts";
import { type CallOptions, call } from "./call.ts";
import { fakeEngine } from "./fake-engine.ts";

describe.each(adapters)("%s", (_, serve) => {
  const engine = fakeEngine();
  const honest = engine.answer;
  const reported: string[] = [];
  const server = serve({
    engines: [engine],
    reportError: (error, traceId) => reported.push(`${traceId} ${error}`),
  });
  beforeEach(() => {
    engine.answer = honest;
  });

  const accepted: Result = {
    ok: true,
    rows: [{ "Order ID": 1, Freight: 12.5 }],
    warnings: [
      diagnose(
        "column/not-writable",
        { name: "Total", reason: "it is computed" },
        { row: 1, column: "Total" },
      ),
    ],
  };

  function rejected(...diagnostics: Diagnostic[]): Result {
    return { ok: false, diagnostics };
  }

  test.each<[string, CallOptions]>([
    ["done", {}],
    ["refused", { key: "wrong" }],
    ["another method", { method: "GET", body: undefined }],
    ["another path", { url: "/x" }],
    ["an unreadable path", { url: "/%zz" }],
    ["health", { url: "/healthz", method: "GET", body: undefined }],
  ])("%s: JSON, not cached, not guessed at, never empty", async (_, options) => {
    const answer = await call(server, options);
    expect(answer.text.length).toBeGreaterThan(2);
    expect(answer.headers["content-type"]).toMatch(/^application\/(?:problem\+)?json; charset=utf-8$/u);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });

  describe("rows and warnings", () => {
    test.each([
      ["spec", { Rows: [], Warnings: [] }],
      ["appsheet", []],
    ])("many rows, wire %s: the same as few, sent in pieces", async (wire, shape) => {
      for (const count of [100, 101, 5_000]) {
        const rows = Array.from({ length: count }, (_, at) => ({ "Order ID": at, Note: `Zoë 🚢 "${at}"` }));
        engine.answer = () => ({ ...accepted, rows });
        const { json, headers } = await call(server, { headers: { prefer: `wire=${wire}` } });
        expect(Array.isArray(json)).toBe(Array.isArray(shape));
        expect(Array.isArray(json) ? json : json.Rows).toEqual(rows);
        if (!Array.isArray(json)) expect(json.Warnings).toHaveLength(1);
        const charset = wire === "appsheet" ? "" : "; charset=utf-8";
        expect(headers["content-type"]).toBe(`application/json${charset}`);
      }
    });

    test("a warning says which row and column it is about", async () => {
      engine.answer = () => accepted;
      const answer = await call(server);
      expect(answer.json).toEqual({
        Rows: [{ "Order ID": 1, Freight: 12.5 }],
        Warnings: [
          {
            row: 1,
            column: "Total",
            code: "column/not-writable",
            message: 'The value sent for "Total" is ignored: it is computed.',
          },
        ],
      });
    });

    test.each([
      [1, 1],
      [5, 5],
      [100, 14],
    ])("%i warnings of a bare array stand in a header of ASCII, %i of them whole", async (count, whole) => {
      const warning = (at: number) =>
        diagnose(
          "column/not-writable",
          { name: `Größe ${at} 🚢`, reason: "it is computed" },
          { row: at + 1 },
        );
      engine.answer = () => ({
        ...accepted,
        warnings: Array.from({ length: count }, (_, at) => warning(at)),
      });
      const { headers, json } = await call(server, { headers: { prefer: "wire=appsheet" } });
      expect(json).toHaveLength(1);
      const text = String(headers["tablewright-warnings"]);
      expect(text).toMatch(/^[ -~]{2,2048}$/u);
      const warnings = JSON.parse(text) as { code: string; message: string; row?: number }[];
      const listed = warnings.filter(({ code }) => code === "column/not-writable");
      expect(listed.map(({ row }) => row)).toEqual(Array.from({ length: whole }, (_, at) => at + 1));
      expect(listed[0]?.message).toContain("Größe 0 🚢");
      const rest = warnings.slice(whole).map(({ message }) => message);
      expect(rest).toEqual(count > whole ? [`There are ${count - whole} more warnings.`] : []);
    });

    test("what a Find in parts says beside its rows, in the body or in headers", async () => {
      engine.answer = () => ({ ...accepted, warnings: [], after: "W10.1x", count: 7 });
      const { json } = await call(server);
      expect(json).toEqual({ Rows: accepted.rows, After: "W10.1x", Count: 7 });
      const bare = await call(server, { headers: { prefer: "wire=appsheet" } });
      expect(bare.json).toEqual(accepted.rows);
      expect(bare.headers).toMatchObject({ "tablewright-after": "W10.1x", "tablewright-count": "7" });
    });

    test("there is no such header without warnings, and none where the body has them", async () => {
      engine.answer = () => ({ ...accepted, warnings: [] });
      expect((await call(server, { headers: { prefer: "wire=appsheet" } })).headers).not.toHaveProperty(
        "tablewright-warnings",
      );
      engine.answer = () => accepted;
      expect((await call(server)).headers).not.toHaveProperty("tablewright-warnings");
    });

    test.each<
      [
        wire: "spec" | "appsheet" | "typed" | undefined,
        action: string,
        prefer: string | undefined,
        sent: string,
        bare: boolean,
      ]
    >([
      [undefined, "Find", undefined, "spec", false],
      ["typed", "Find", undefined, "typed", false],
      ["appsheet", "Find", undefined, "appsheet", true],
      ["appsheet", "find", undefined, "appsheet", true],
      ["appsheet", "Add", undefined, "appsheet", false],
      ["appsheet", "Find", "wire=typed", "typed", false],
      ["spec", "Find", 'respond-async, WIRE = "appsheet"; x=1', "appsheet", true],
      ["spec", "Find", "hardwire=typed, return=minimal, handling=strict; wait=5", "spec", false],
    ])("wire %s, %s, Prefer: %s", async (wire, action, prefer, sent, bare) => {
      const own = fakeEngine();
      const other = serve({ engines: [own], ...(wire === undefined ? {} : { wire }) });
      const headers = prefer === undefined ? {} : { prefer };
      const answer = await call(other, { body: { Action: action, Rows: [{ a: 1 }] }, headers });
      expect(own.requests[0]?.wire).toBe(sent);
      expect(Array.isArray(answer.json)).toBe(bare);
      const applied = prefer !== undefined && sent !== (wire ?? "spec") ? `wire=${sent}` : undefined;
      expect(answer.headers["preference-applied"]).toBe(applied);
    });

    test.each([
      ["wire=typd", "wire=typed"],
      ["return=minimal, wier=typed", "wire=typed"],
      ["wire", "wire=typed"],
      ["wire=xml", "wire=typed"],
      ["trce", "trace"],
      ["trace=yes", "trace"],
    ])("a preference %s is an error that names %s", async (prefer, meant) => {
      const { status, json } = await call(server, { headers: { prefer } });
      expect([status, json.code]).toEqual([400, "request/misspelt-member"]);
      expect(json.errors[0].hint).toContain(`"${meant}"`);
    });
  });

  describe("problems", () => {
    test.each([
      ["action", { Action: "x".repeat(1_000_000) }],
      ["list of numbers as the action", { Action: Array(500_000).fill(1) }],
    ])("a long %s is not sent back", async (_, body) => {
      const honest = engine.answer;
      engine.answer = ({ action }) => {
        const diagnostics = [diagnose("request/unknown-action", { action, actions: ["Find"] })];
        return { ok: false, diagnostics };
      };
      const { status, text } = await call(server, { body });
      engine.answer = honest;
      expect(status).toBe(400);
      expect(text.length).toBeLessThan(20_000);
      expect(text).toMatch(/[x1]…/u);
    });

    test("one error: every member, with the same words for every kind of client", async () => {
      engine.answer = () => rejected(diagnose("row/not-found", { key: "7" }, { row: 2, key: "7" }));
      const { status, headers, json } = await call(server);
      expect(headers["content-type"]).toMatch(/^application\/problem\+json/u);
      expect(json).toEqual({
        type: "about:blank",
        title: "Not Found",
        status: 404,
        detail: "Row 2: Row having key '7' not found.",
        message: "Row 2: Row having key '7' not found.",
        code: "row/not-found",
        traceId: expect.stringMatching(/^[0-9a-f-]{18}-[0-9a-z]+$/u),
        errors: [{ row: 2, key: "7", code: "row/not-found", message: "Row having key '7' not found." }],
      });
      expect(status).toBe(404);
    });

    test("several: all are listed, warnings apart, and the first error gives the status", async () => {
      engine.answer = () =>
        rejected(
          diagnose("column/not-writable", { name: "Total", reason: "it is computed" }),
          diagnose("cell/unreadable", { value: "x", expected: "a number" }, { row: 1, column: "Freight" }),
          diagnose("row/not-found", { key: "7" }, { row: 2 }),
          diagnose("name/unknown-column", { name: "Fright" }, { start: 3, end: 11 }),
        );
      const { json } = await call(server);
      expect(json).toMatchObject({
        status: 400,
        code: "cell/unreadable",
        detail: 'Row 1, column "Freight": "x" cannot be read as a number. And 2 more errors.',
        errors: [{ row: 1, column: "Freight" }, { row: 2 }, { start: 3, end: 11 }],
        warnings: [{ code: "column/not-writable" }],
      });
    });

    test("a warning about the body is kept when the call is refused", async () => {
      const { json } = await call(server, { body: { Action: "Add", Extra: [{}] } });
      expect(json.code).toBe("request/rows-missing");
      expect(json.warnings[0].code).toBe("request/unknown-member");
    });

    test("the place of a definition's expression stays inside", async () => {
      engine.answer = () =>
        rejected(diagnose("run/overflow", {}, { member: "tables.X", file: "app.yaml", line: 3 }));
      expect((await call(server)).text).not.toMatch(/app\.yaml|tables\.X|"line"/u);
    });

    test("a throw is a 500 that says nothing but where to look for it", async () => {
      engine.answer = () => {
        throw new Error("secret inside");
      };
      const { status, json, text } = await call(server);
      expect([status, json.code]).toEqual([500, "server/internal"]);
      expect(text).not.toContain("secret");
      expect(reported.find((line) => line.includes("secret inside"))).toContain(json.traceId);
    });

    test("a store that is away is a 503, and the answer says when to come back", async () => {
      engine.answer = () => {
        throw Object.assign(new Error("connection refused"), { code: "server/store-away" });
      };
      const { status, headers, json } = await call(server);
      expect([status, headers["retry-after"], json.code]).toEqual([503, "5", "server/store-away"]);
    });

    test.each(["store-damaged", "store-full", "store-replaced"])(
      "a file of which a store says %s is a 503 of its own, and one line in the log as long as it lasts",
      async (code) => {
        const error = Object.assign(new Error(`lasting ${code}`), { code: `server/${code}` });
        engine.answer = () => {
          throw error;
        };
        for (let calls = 0; calls < 3; calls++) {
          const { status, headers, json } = await call(server);
          expect([status, headers["retry-after"], json.code]).toEqual([503, "60", `server/${code}`]);
        }
        expect(reported.filter((line) => line.includes(error.message))).toHaveLength(1);
      },
    );

    test("what a store says of its being away for callers to know is in the answer, and nothing else of it", async () => {
      const reason = "is on a node that is cut off from the majority of its cluster";
      engine.answer = () => {
        throw Object.assign(new Error(`secret ${reason}`), { code: "server/store-away", reason });
      };
      const { json, text } = await call(server);
      expect(json.detail).toContain(`The database ${reason}.`);
      expect(text).not.toContain("secret");
    });
  });
});
