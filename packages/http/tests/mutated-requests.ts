/** Requests as broken clients and curious people send them: calls with something changed, as bytes. */
import fc from "fast-check";

const action = `/api/v2/apps/depot/tables/Jobs/Action`;

const body = fc.constantFrom(
  '{"Action":"Find"}',
  '{"Action":"Add","Rows":[{"Job":1,"Title":"é🚢"}]}',
  '{"Action":"Edit","Rows":[{"Job":1e400}]}',
  '{"Action":"Find","Action":"Add"}',
  '{"Action":"Find","Properties":{"Selector":"FILTER(\\"Orders\\", TRUE)"}}',
  '{"Action":"Find","Properties":{"Selector":"FILTER(\\"Jobs\\", AND([Job] < 9, ISNOTBLANK([Title])))","Locale":"de-DE"}}',
  '{"Action":"Edit","Rows":[{"Job":2,"Hours":"12,50"}],"Properties":{"Locale":"de-DE","Timezone":"Europe/Berlin"}}',
  '{"Action":"Close","Rows":[{"Job":2}],"Properties":{"RunAsUserEmail":"ann@example.com","DryRun":true}}',
  "[[[[[[",
  "",
);

const headLine = fc.constantFrom(
  "Host: x",
  "Host: y",
  "Content-Type: text/csv",
  "Content-Type: application/json; charset=latin1",
  "Content-Encoding: gzip",
  "Content-Encoding: br",
  "Content-Length: 5",
  "Content-Length: 99999999999999999999",
  "Content-Length: -1",
  "Content-Length: 1, 1",
  "Transfer-Encoding: chunked",
  "Transfer-Encoding: gzip, chunked",
  "Transfer-Encoding : chunked",
  "Connection: close",
  "Connection: upgrade",
  "Upgrade: websocket",
  "Expect: 100-continue",
  "Expect: nothing",
  "Prefer: wire=typed",
  "ApplicationAccessKey: wrong",
  "ApplicationAccessKey;",
  ": no name",
  "Folded: a\r\n b",
  `Long: ${"x".repeat(17_000)}`,
  `${Array.from({ length: 150 }, (_, at) => `h${at}: 1`).join("\r\n")}`,
  "\u0000",
);

const target = fc.oneof(
  { weight: 6, arbitrary: fc.constant(action) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      `http://other${action}`,
      "*",
      "//",
      "/healthz",
      "/readyz",
      "/openapi.json",
      `${action}?applicationAccessKey=V2-all`,
      `/api/v2/apps/depot/tables`,
      `/api/v2/apps/depot/tables/%ff/Action`,
      `/api/v2/apps/depot/tables/__proto__/Action`,
      `/api/v2/apps/depot/tables/Jobs/../Jobs/Action`,
      `/${"x".repeat(17_000)}`,
    ),
  },
  { weight: 1, arbitrary: fc.webPath().map((path) => `/${path}`) },
);

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant("POST") },
  { weight: 1, arbitrary: fc.constantFrom("GET", "PUT", "OPTIONS", "QUERY", "CONNECT", "PRI", "post", "") },
);

/** Bytes that are taken out, put in, or put in the place of others, at shares of the length. */
const bytes = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    taken: fc.constantFrom(0, 0, 1, 1, 7, 100),
    put: fc.oneof(
      fc.constantFrom("", "\r\n", "\n", "\u0000", " ", ":", "{", '"', "\u00ff"),
      fc.string({ maxLength: 3 }),
    ),
  }),
  { maxLength: 2 },
);

/** A request, nearly always with something wrong with it. */
export const mutatedRequest: fc.Arbitrary<Buffer> = fc
  .record({
    method,
    target,
    body,
    version: fc.constantFrom("1.1", "1.1", "1.1", "1.1", "1.0", "2.0", "0.9"),
    lines: fc.array(headLine, { maxLength: 2 }),
    framing: fc.constantFrom("length", "length", "length", "chunked", "none"),
    bytes,
  })
  .map((parts) => {
    const length = Buffer.byteLength(parts.body);
    const framing = {
      length: `Content-Length: ${length}`,
      chunked: "Transfer-Encoding: chunked",
      none: "X: y",
    }[parts.framing];
    const head = [
      `${parts.method} ${parts.target} HTTP/${parts.version}`,
      "Host: x",
      "ApplicationAccessKey: V2-all",
      framing,
      ...parts.lines,
    ];
    const sent =
      parts.framing === "chunked" ? `${length.toString(16)}\r\n${parts.body}\r\n0\r\n\r\n` : parts.body;
    let request = Buffer.from(`${head.join("\r\n")}\r\n\r\n${sent}`);
    for (const { at, taken, put } of parts.bytes) {
      const from = Math.floor(at * request.length);
      request = Buffer.concat([
        request.subarray(0, from),
        Buffer.from(put, "latin1"),
        request.subarray(from + taken),
      ]);
    }
    return request;
  });
