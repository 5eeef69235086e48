import { defineSetting, type Setting } from "./define-setting.ts";
import { choice, networks, origins, text, texts, toggle, webOrigins, wholeNumber } from "./setting-form.ts";

/**
 * Every setting of `serve` and `deliver`, one member each. Its name is that of the member in a settings file, and in capitals
 * that of its variable; the flags, the help texts and the table of docs/operating.md are made of it.
 */
export const settings = {
  definitions: defineSetting({
    flag: undefined,
    says: "the definition files, YAML or JSON, unless the command names some",
    form: texts,
    commands: ["serve", "deliver"],
    otherwise: [],
    otherwiseSays: "none",
  }),
  store: defineSetting({
    flag: "--store <address>",
    says: "where the rows live: memory:, memory:rows.jsonl (loaded at the start, saved at the end), sqlite:rows.sqlite, postgres://user:password@host/database, mysql://user:password@host/database (also MariaDB); of several definitions once for each, as shop=sqlite:shop.sqlite for shop.yaml",
    form: texts,
    commands: ["serve", "deliver"],
    otherwise: [],
    otherwiseSays: "memory:",
  }),
  host: defineSetting({
    flag: "--host <name>",
    says: "the address to listen on; 0.0.0.0 is every one of this machine",
    form: text,
    commands: ["serve"],
    otherwise: "127.0.0.1",
  }),
  port: defineSetting({
    flag: "--port <number>",
    says: "the port to listen on; 0 takes a free one",
    form: wholeNumber(0, 65_535),
    commands: ["serve"],
    otherwise: 8080,
    variable: "PORT",
  }),
  wire: defineSetting({
    flag: "--wire <form>",
    says: "the form of answers",
    form: choice("spec", "appsheet", "typed"),
    commands: ["serve"],
    otherwise: "spec",
  }),
  data: defineSetting({
    flag: "--data <folder>",
    says: "CSV, Excel or JSON Lines files, named by tables, to load into empty tables",
    form: text,
    commands: ["serve"],
    otherwiseSays: "for memory: the folder data beside the definition",
  }),
  dataLocale: defineSetting({
    flag: "--data-locale <tag>",
    says: "how dates and numbers in those files are written; ISO dates are read in any",
    form: text,
    commands: ["serve"],
    otherwise: "en-US",
  }),
  limits: defineSetting({
    flag: "--limit <name=number>",
    says: "other limits than those of docs/limits.md, such as rows=50000 or milliseconds=10000",
    form: texts,
    commands: ["serve"],
    otherwise: [],
    otherwiseSays: "none",
  }),
  readOnly: defineSetting({
    flag: "--read-only",
    says: "answer Finds alone, also from a standby of PostgreSQL: nothing is changed, loaded, sent or scheduled",
    form: toggle,
    commands: ["serve"],
    otherwise: false,
  }),
  console: defineSetting({
    flag: "--console",
    says: "serve the console, a page to look at and change rows, at /console/",
    form: toggle,
    commands: ["serve"],
    otherwise: true,
  }),
  consoleImages: defineSetting({
    flag: "--console-images <origin>",
    says: "an origin whose pictures the console shows in cells, such as https://images.example.com, which then learns who looks; once for each",
    form: webOrigins,
    commands: ["serve"],
    otherwise: [],
    otherwiseSays: "the server's own",
  }),
  keyRate: defineSetting({
    flag: "--key-rate <calls>",
    says: "the most calls a minute of one access key, or of one person who signs in",
    form: wholeNumber(1, 1_000_000),
    commands: ["serve"],
    otherwiseSays: "as many as are made",
  }),
  addressRate: defineSetting({
    flag: "--address-rate <calls>",
    says: "the most calls a minute from one network address",
    form: wholeNumber(1, 1_000_000),
    commands: ["serve"],
    otherwiseSays: "as many as are made",
  }),
  origins: defineSetting({
    flag: "--origin <address>",
    says: "an origin whose pages may call from a browser, such as https://shop.example.com; once for each, * is every one",
    form: origins,
    commands: ["serve"],
    otherwise: [],
    otherwiseSays: "none",
  }),
  trustedProxies: defineSetting({
    flag: "--trusted-proxy <network>",
    says: "an address or network of proxies, such as 10.0.0.0/8, whose X-Forwarded-For says where callers are; once for each",
    form: networks,
    commands: ["serve"],
    otherwise: [],
    otherwiseSays: "none",
  }),
  tlsCertificate: defineSetting({
    flag: "--tls-certificate <file>",
    says: "a certificate in PEM, those between it and its root after it, for HTTPS; read again when it changes",
    form: text,
    commands: ["serve"],
    otherwiseSays: "HTTP",
  }),
  tlsKey: defineSetting({
    flag: "--tls-key <file>",
    says: "the private key of the certificate, in PEM",
    form: text,
    commands: ["serve"],
  }),
  mcp: defineSetting({
    flag: "--mcp",
    says: "let assistants use the applications by the Model Context Protocol, at /mcp, with the access keys of other callers",
    form: toggle,
    commands: ["serve"],
    otherwise: true,
  }),
  queryKeys: defineSetting({
    flag: "--query-keys",
    says: "take access keys in the address, where logs and proxies keep them",
    form: toggle,
    commands: ["serve"],
    otherwise: true,
  }),
  allowPlainKeys: defineSetting({
    flag: "--allow-plain-keys",
    says: "serve other machines although an access key is in a definition as plain text",
    form: toggle,
    commands: ["serve"],
    otherwise: false,
  }),
  deliver: defineSetting({
    flag: "--deliver",
    says: "send webhooks and mails, and run schedules; otherwise both are left to tablewright deliver",
    form: toggle,
    commands: ["serve"],
    otherwise: true,
  }),
  allowPrivateTargets: defineSetting({
    flag: "--allow-private-targets",
    says: "send webhooks to this machine and to private networks too",
    form: toggle,
    commands: ["serve", "deliver"],
    otherwise: false,
  }),
  watch: defineSetting({
    flag: "--watch",
    says: "read definitions again when their files change; SIGHUP always does",
    form: toggle,
    commands: ["serve"],
    otherwise: true,
  }),
  metricsPort: defineSetting({
    flag: "--metrics-port <number>",
    says: "a port for GET /metrics, in the form of Prometheus; 0 takes a free one",
    form: wholeNumber(0, 65_535),
    commands: ["serve"],
    otherwiseSays: "no metrics",
  }),
  metricsHost: defineSetting({
    flag: "--metrics-host <name>",
    says: "the address to listen on for metrics, which need no key",
    form: text,
    commands: ["serve"],
    otherwise: "127.0.0.1",
  }),
  smtp: defineSetting({
    flag: "--smtp <url>",
    says: "the server that takes the mails of workflow rules, such as smtps://user:password@mail.example.com; better as a variable, because others see flags",
    form: text,
    commands: ["serve", "deliver"],
    otherwiseSays: "mails wait in the outbox",
  }),
  mailFrom: defineSetting({
    flag: "--mail-from <address>",
    says: "the sender of mails that name none",
    form: text,
    commands: ["serve", "deliver"],
    otherwiseSays: "none",
  }),
  mailFolder: defineSetting({
    flag: "--mail-folder <folder>",
    says: "write mails into a folder instead of sending them",
    form: text,
    commands: ["serve", "deliver"],
    otherwiseSays: "mails are sent",
  }),
  logLevel: defineSetting({
    flag: "--log-level <level>",
    says: "the least that is noted: debug has health checks too, info every call, warn what went wrong at the server",
    form: choice("debug", "info", "warn", "error"),
    commands: ["serve", "deliver"],
    otherwise: "info",
  }),
  logFormat: defineSetting({
    flag: "--log-format <form>",
    says: "the form of the log: json, text for people, or auto: text on a terminal, json elsewhere",
    form: choice("auto", "json", "text"),
    commands: ["serve", "deliver"],
    otherwise: "auto",
  }),
  quiet: defineSetting({
    flag: "--quiet",
    says: "write nothing but errors",
    form: toggle,
    commands: ["serve", "deliver"],
    otherwise: false,
  }),
} satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof settings;

/** The settings of one run, with every default filled in. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never;
};
