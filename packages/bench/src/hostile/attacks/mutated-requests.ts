import { connect } from "node:net";
import { seededRandom } from "../../seeded-random.ts";
import { type Attack, shareOf } from "../attack.ts";
import { KEYS } from "../fortress.ts";

/** Requests that are each wrong in some places, many on a connection. */
export const mutatedRequests: Attack = {
  name: "mutated requests",
  async run(port, scale) {
    const count = shareOf(20_000, scale);
    const random = seededRandom(20_261_122);
    const counts = new Map<string, number>();
    for (let sent = 0; sent < count; sent += PIPELINED) {
      const requests = Array.from({ length: PIPELINED }, () => mutate(makeRequest(random), random));
      for (const status of await exchange(port, requests)) {
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    }
    const answers = [...counts].sort().map(([status, times]) => `${status} × ${times}`);
    const errors = answers.filter((answer) => answer.startsWith("5"));
    return { answers, errors };
  },
};

const PIPELINED = 8;

type Random = () => number;

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

const BODIES = [
  '{"Action":"Find","Rows":[{"Id":7}]}',
  '{"Action":"Find","Properties":{"Selector":"FILTER(\\"Notes\\", AND([Id] < 9, [City] = \\"City 1\\"))"}}',
  '{"Action":"Edit","Rows":[{"Id":3,"Price":"12.50"}],"Properties":{"Locale":"de-DE","DryRun":true}}',
  '{"Action":"Add","Rows":[{"Id":1000001,"Body":"Zoë 🚢","Day":"2026-03-17"}],"Properties":{"DryRun":"Y"}}',
  '{"Action":"Touch","Rows":[{"Id":4}],"Properties":{"RunAsUserEmail":"a@example.com","DryRun":1}}',
  '{"Action":"Find","Properties":{"Selector":"TOP(ORDERBY(Notes[Id], [Price], TRUE), 3)","Timezone":"Europe/Berlin"}}',
];

function makeRequest(random: Random): string {
  const body = pick(BODIES, random);
  return [
    "POST /api/v2/apps/fortress/tables/Notes/Action HTTP/1.1",
    "Host: x",
    `ApplicationAccessKey: ${KEYS.attacker}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}

/** Up to three changes of single places; one request in four is left whole. */
function mutate(request: string, random: Random): string {
  let text = request;
  for (let changes = Math.floor(random() * 4); changes > 0; changes--) {
    const at = Math.floor(random() * text.length);
    const end = at + Math.floor(random() * 6);
    text = pick(
      [
        text.slice(0, at) + pick(JUNK, random) + text.slice(at),
        text.slice(0, at) + text.slice(end),
        text.slice(0, at) + pick(JUNK, random) + text.slice(end),
        text.slice(0, end) + text.slice(at),
      ],
      random,
    );
  }
  return text;
}

const JUNK = [
  "\0",
  "\u{d800}",
  "🚢",
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  "%",
  "%00",
  "\r\n",
  "1e-400",
  "-",
  "null",
  "__proto__",
  "_THISROW",
  "9".repeat(40),
  "(".repeat(50),
  "\u212a",
];

/** The statuses that came back before the connection ended or nothing more came. */
function exchange(port: number, requests: readonly string[]): Promise<readonly string[]> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let isDone = false;
    const finish = () => {
      if (isDone) return;
      isDone = true;
      socket.destroy();
      done([...text.matchAll(/HTTP\/1\.1 (\d{3}) /gu)].map(([, status]) => String(status)));
    };
    socket.setEncoding("utf8");
    socket.setTimeout(150, finish);
    socket.on("data", (chunk: string) => {
      text += chunk;
      if ((text.match(/HTTP\/1\.1 \d{3} /gu)?.length ?? 0) >= requests.length) finish();
    });
    socket.on("error", finish).on("close", finish);
    socket.write(requests.join(""));
  });
}
