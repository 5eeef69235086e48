import { expect, test } from "vitest";
import { loadDefinition } from "../index.ts";

/** Each error in `rules` as `line:character code message (hint)`, line 1 being the first of the rules. */
function errorsIn(rules: string): string[] {
  const text = `rules:
${rules}
tablewright: 1
app: { id: a, name: A, api: { invocable: dataChange } }
tables:
  Orders: { key: [Order], columns: { Order: { type: Number }, Sent: { type: Date } } }
  Customers: { key: [Customer], columns: { Customer: { type: Text } } }
slices: { Open: { table: Orders, filter: "ISBLANK([Sent])" } }
actions:
  Send: { table: Orders, set: { Sent: TODAY() } }
  Drop: { table: Customers, run: [Forget] }
  Forget: { table: Customers, deleteRow: true }`;
  return loadDefinition(text).diagnostics.map(({ line = 0, character, code, message, hint }) => {
    return `${line - 1}:${character} ${code} ${message}${hint === undefined ? "" : ` (${hint})`}`;
  });
}

const webhook = (members: string) =>
  `  R: { table: Orders, on: [add], steps: [{ webhook: { ${members} } }] }`;

test.each<[string, string, string[]]>([
  [
    "unknown tables, actions and members",
    `  R: { table: Orderz, on: [add], when: TRUE, steps: [{ action: Sennd }] }`,
    [
      '1:15 definition/unknown-table There is no table "Orderz". (Did you mean "Orders"?)',
      '1:34 definition/unknown-member There is no member "when" here. (The members are "table", "on", "every", "timezone", "once", "condition", "priority", "steps".)',
      '1:64 definition/unknown-action There is no action "Sennd". (Did you mean "Send"?)',
    ],
  ],
  [
    "an action on another table",
    `  R: { table: open, on: [add], steps: [{ action: send }, { action: drop }] }`,
    [
      '1:68 definition/other-table The action "Drop" is on the table "Customers", and one on "Orders" is expected here.',
    ],
  ],
  [
    "nothing to do, and at no time",
    "  R: { table: Orders, on: [], steps: [] }\n  S: { table: Orders }",
    [
      '1:27 definition/wrong-value Expected at least one of "add", "edit", "delete", found a list.',
      "1:38 definition/wrong-value Expected at least one step, found a list.",
      '2:3 definition/missing-member The member "steps" is missing.',
      '2:3 definition/one-of Exactly one of "on", "every" is expected here.',
    ],
  ],
  [
    "steps that are none, or two",
    `  R: { table: Orders, on: [add], steps: [{}, { action: Send, webhook: { url: "https://a" } }] }`,
    [
      '1:42 definition/one-of Exactly one of "action", "webhook", "email", "call", "refuse" is expected here.',
      '1:46 definition/one-of Exactly one of "action", "webhook", "email", "call", "refuse" is expected here.',
    ],
  ],
  [
    "a mail",
    `  R: { table: Orders, on: [add], steps: [{ email: { to: "<<[Sennt]>>", subject: "<<[ID", body: b, attach: [
      { name: n, table: Orderss, rows: "LIST()" }, { name: n, table: Orders, rows: "[Sent]", columns: [Sennt] }] } }] }`,
    [
      '1:60 name/unknown-column Table "Orders" has no column "Sennt". (Did you mean "Sent"?)',
      '1:82 definition/open-hole The "<<" that opens here has no matching ">>". (Two such signs themselves are written <<"<<">>.)',
      '2:25 definition/unknown-table There is no table "Orderss". (Did you mean "Orders"?)',
      "2:85 type/result The expression gives Date, and List of Ref of Orders is expected here.",
      '2:104 definition/unknown-column Table "Orders" has no column "Sennt". (Did you mean "Sent"?)',
    ],
  ],
  [
    "conditions",
    `  R: { table: Orders, on: [add], condition: "[Sent]", steps: [{ action: Send }] }
  S: { table: Open, on: [add], condition: "[_THISROW_BEFORE].[Sennt] <> [_THISROW_AFTER].[Sent]", steps: [{ action: Send }] }`,
    [
      "1:46 type/result The expression gives Date, and Yes/No is expected here.",
      '2:62 name/unknown-column Table "Orders" has no column "Sennt". (Did you mean "Sent"?)',
    ],
  ],
  [
    "schedules that are none",
    `  A: { table: Orders, every: "61 * * * *", steps: [{ action: Send }] }
  B: { table: Orders, every: "0 0 30 2 *", steps: [{ action: Send }] }
  C: { table: Orders, every: "0 0 * * * *", steps: [{ action: Send }] }
  D: { table: Orders, every: "2026-01-01T00:00:00", steps: [{ action: Send }] }
  E: { table: Orders, every: "@daily", timezone: Mars, steps: [{ action: Send }] }
  F: { table: Orders, every: "@daily", on: [add], steps: [{ action: Send }] }
  G: { table: Orders, on: [add], timezone: UTC, once: true, steps: [{ action: Send }] }`,
    [
      ...["61 * * * *", "0 0 30 2 *", "0 0 * * * *", "2026-01-01T00:00:00"].map(
        (cron, at) =>
          `${at + 1}:30 definition/cron Expected a cron expression (minute, hour, day of the month, month and day of the week of a time that comes), found "${cron}". (Write for instance "0 6 * * 1-5" for six o'clock from Monday to Friday, or "@daily".)`,
      ),
      '5:50 definition/wrong-value Expected a time zone such as Europe/Berlin, found "Mars".',
      '6:3 definition/one-of Exactly one of "on", "every" is expected here.',
      ...["34 timezone", "49 once"].map((one) => {
        const [character, member] = one.split(" ");
        return `7:${character} definition/no-schedule "${member}" is about a schedule, and the rule has none. (Say when it runs, such as "every: 0 6 * * *" in place of "on".)`;
      }),
    ],
  ],
  [
    "names that differ only in case",
    `  R: { table: Orders, on: [add], steps: [{ action: Send }] }
  r: { table: Orders, on: [add], steps: [{ action: Send }] }`,
    ['2:3 definition/similar-names "r" and "R" differ only in upper and lower case.'],
  ],
  [
    "webhooks",
    webhook(`url: "ftp://a", method: PATHC, headers: { "X Y": a, A: b, a: c }, secret: s3cret, bdy: x`),
    [
      "1:60 definition/wrong-value Expected a URL that begins with https:// or http://, found another text.",
      '1:79 definition/wrong-value Expected one of "GET", "POST", "PUT", "PATCH", "DELETE", found "PATHC". (Did you mean "PATCH"?)',
      '1:97 definition/wrong-value Expected the name of a header, without blanks, found "X Y".',
      '1:113 definition/similar-names "a" and "A" differ only in upper and lower case.',
      "1:129 definition/wrong-value Expected the place of a secret, such as env:HOOK_SECRET, found another text.",
      '1:137 definition/unknown-member There is no member "bdy" here. (Did you mean "body"?)',
    ],
  ],
  [
    "a URL that a row could choose",
    webhook(`url: "<<[Order]>>"`),
    ["1:60 definition/wrong-value Expected a URL that begins with https:// or http://, found another text."],
  ],
  ...[
    "https://<<[Order]>>",
    "HTTPS://<<[Order]>>/x",
    "https://a.<<[Order]>>/x",
    "https://a:<<[Order]>>/x",
  ].map((url): [string, string, string[]] => [
    `a value in the host of ${url}`,
    webhook(`url: "${url}"`),
    [
      `1:${60 + 1 + url.indexOf("<<")} definition/hole-in-host A value cannot be a part of the scheme, the host or the port of a URL. (Write out where the request goes, up to the path: https://example.com/<<…>>.)`,
    ],
  ]),
  ...[
    "https://u:<<[Order]>>@a/x",
    "https:///<<[Order]>>/",
    "https://a\\\\<<[Order]>>/",
    "https://a <<[Order]>>/",
  ].map((url): [string, string, string[]] => [
    `a value that readers of URLs take for the host of ${url}`,
    webhook(`url: "${url}"`),
    [expect.stringContaining("definition/hole-in-host")],
  ]),
  ...[
    "https://a/<<[Order]>>",
    "https://a:8080/<<[Order]>>",
    "https://a?<<[Order]>>",
    "https://a#<<[Order]>>",
  ].map((url): [string, string, string[]] => [
    `a value behind the host of ${url}`,
    webhook(`url: "${url}"`),
    [],
  ]),
  [
    "headers of the connection",
    webhook(
      `url: "https://a", headers: { hOST: a, Content-Length: "1", Transfer-Encoding: chunked, Connection: close, X-Host: a }`,
    ),
    ["hOST", "Content-Length", "Transfer-Encoding", "Connection"].map((name) =>
      expect.stringContaining(
        `definition/reserved-header The header "${name}" belongs to the connection and cannot be declared.`,
      ),
    ),
  ],
  [
    "a body that is not sent",
    webhook(`url: "https://a", method: GET, body: x`),
    ['1:86 definition/exclusive "method: GET" and "body" exclude each other. (Keep one of them.)'],
  ],
  [
    "receivers without an address",
    "  R: { table: Orders, on: [add], steps: [{ email: { to: nobody, cc: 'a@b.c, Kim <kim@example.com>', bcc: '<<[Order]>>', from: shop, subject: s, body: b } }] }",
    [
      '1:57 definition/wrong-value Expected an e-mail address, found "nobody".',
      '1:127 definition/wrong-value Expected an e-mail address, found "shop".',
    ],
  ],
  [
    "bodies that are sent as JSON and are none",
    ["{ 'a': 1 }", '{ \\"a\\": <<[Order]>>', '{ \\"a\\": no <<[Order]>> }', "[<<[Order]>> 1]"]
      .map((body, at) => webhook(`url: "https://a", body: "${body}"`).replace("  R:", `  R${at}:`))
      .join("\n"),
    [1, 2, 3, 4].map(
      (line) =>
        `${line}:80 definition/not-json This body is sent as JSON, and is none. (Correct it, or say what it is by a header "Content-Type".)`,
    ),
  ],
  [
    "bodies that are JSON, or are sent as something else",
    [
      'body: "{ \\"a\\": <<[Order]>>, \\"b <<[Order]>>\\": \\"<<[Order]>> \\\\\\" <<_NOW>>\\" }"',
      'body: "<<[Order]>>"',
      'body: "order <<[Order]>>"',
      'headers: { content-type: text/plain }, body: "{ <<[Order]>>"',
      'headers: { Content-Type: application/x-www-form-urlencoded }, body: "a=<<[Order]>>"',
    ]
      .map((body, at) => webhook(`url: "https://a", ${body}`).replace("  R:", `  R${at}:`))
      .join("\n"),
    [],
  ],
  [
    "bodies with blocks that are JSON, with commas beside items, and one that is none",
    [
      '[<<Start: Orders[Order]>>{ \\"a\\": <<[Order]>> },<<End>>]',
      '{ <<If: ISBLANK([Sent])>>\\"a\\": 1,<<Else>>\\"b\\": 2,<<EndIf>> }',
      '[<<Start: Orders[Order]>>{ \\"a\\": <<[Order]>> }<<End>>]',
      '{ \\"a\\": <<If: ISBLANK([Sent])>>1<<EndIf>> }',
    ]
      .map((body, at) => webhook(`url: "https://a", body: "${body}"`).replace("  R:", `  R${at}:`))
      .join("\n"),
    [3, 4].map(
      (line) =>
        `${line}:80 definition/not-json This body is sent as JSON, and is none. (Correct it, or say what it is by a header "Content-Type".)`,
    ),
  ],
  [
    "tags of blocks, at their lines",
    `  R: { table: Orders, on: [add], steps: [{ email: { to: a@b.c, subject: "<<If: [Sent]>>a<<EndIf>>", body: "a
      <<Start: [Order]>>

      <<[Nix]>><<End>> <<EndIf>>
      <<Start: FILTER('Orders', TRUE)>>

      <<Strat: [Order]>>" } }] }
  S: { table: Orders, on: [add], steps: [{ email: { to: "<<Start: LIST()>>a@b.c<<End>>", subject: b, html: "<<Html: [Sentt]>>" } }] }
  T: { table: Orders, on: [add], steps: [{ email: { to: a@b.c, subject: s, body: "<<Html: 1>>" } }] }
  U: { table: Orders, on: [add], steps: [{ email: { to: a@b.c, subject: s } }] }`,
    [
      "1:80 type/result The expression gives Date, and Yes/No is expected here.",
      '2:16 definition/not-rows <<Start: …>> repeats for the rows of a list, and this gives Number. (Name rows or objects, such as [Related Lines], FILTER("Lines", …) or LIST([Customer]); values of a list are written by <<[List]>>.)',
      "4:24 definition/stray-tag <<EndIf>> has no <<If: …>> before it. (<<End>> ends <<Start: …>>; <<EndIf>> ends <<If: …>>, which has one <<Else>> at most.)",
      "5:7 definition/open-block <<Start: …>> is not closed. (Write <<End>> where it ends, before what is around it ends.)",
      '7:9 definition/unknown-tag Templates have no tag "Strat". (Did you mean "Start"? The tags are <<Start: list>> … <<End>>, <<If: condition>> … <<Else>> … <<EndIf>> and <<Html: value>>.)',
      "8:58 definition/tag-not-here <<Start>> cannot be used in this member. (Blocks are for the body of a webhook, and for the subject, body and html of a mail.)",
      "8:80 definition/tag-not-here <<End>> cannot be used in this member. (Blocks are for the body of a webhook, and for the subject, body and html of a mail.)",
      '8:117 name/unknown-column Table "Orders" has no column "Sentt". (Did you mean "Sent"?)',
      '9:83 definition/tag-not-here <<Html>> cannot be used in this member. (<<Html: value>> is for the member "html" of a mail; everywhere else a value is a text.)',
      '10:44 definition/missing-member The member "body" is missing.',
    ],
  ],
  [
    "templates, wherever they stand",
    webhook(`url: "https://a/<<[Ordr]>>", headers: { A: "<<_ROWKY>>" }, body: "<<_THISROW>> <<[_THIS]>>"`),
    [
      '1:73 name/unknown-column Table "Orders" has no column "Ordr". (Did you mean "Order"?)',
      '1:101 definition/unknown-variable Templates have no variable "_ROWKY". (Did you mean "_ROWKEY"?)',
      '1:123 definition/unknown-variable Templates have no variable "_THISROW". (They have "_APPID", "_APPNAME", "_APPOWNER", "_NOW", "_ROWKEY", "_RULENAME", "_TABLENAME", "_TODAY", "_UPDATEMODE", "_USEREMAIL".)',
      '1:136 name/no-this "[_THIS]" is the value of the column that the expression belongs to, and there is none here.',
    ],
  ],
])("%s", (_, rules, errors) => {
  expect(errorsIn(rules)).toEqual(errors);
});
