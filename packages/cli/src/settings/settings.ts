import { wires } from "@tablewright/core";
import {
  choiceSetting,
  defineSetting,
  mailServer,
  networks,
  origins,
  type Setting,
  textSetting,
  texts,
  toggle,
  webOrigins,
  wholeNumber,
} from "./define-setting.ts";

/**
 * Every setting of `serve` and `deliver`, one member each. Its name is that of the member in a settings file, and in capitals
 * that of its variable; the flags, the help texts and the table of docs/settings.md are made of it.
 */
export const settings = {
  definitions: defineSetting({
    flag: undefined,
    says: "the definition files, YAML or JSON, if the command names none",
    form: texts,
    commands: ["serve", "deliver"],
    otherwise: [],
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
    says: "the address to listen on; 0.0.0.0 is all of this machine",
    form: textSetting,
    otherwise: "127.0.0.1",
  }),
  port: defineSetting({
    flag: "--port <number>",
    says: "the port to listen on; 0 takes a free one",
    form: wholeNumber(0, 65_535),
    otherwise: 8080,
    variable: "PORT",
  }),
  wire: defineSetting({
    flag: "--wire <form>",
    says: "the form of answers",
    form: choiceSetting(...wires.map(({ name }) => name)),
    otherwise: "spec",
  }),
  data: defineSetting({
    flag: "--data <folder>",
    says: "CSV, Excel or JSON Lines files, named by tables, to load into empty tables",
    form: textSetting,
    otherwiseSays: "for memory: the folder data beside the definition",
  }),
  dataLocale: defineSetting({
    flag: "--data-locale <tag>",
    says: "how dates and numbers in those files are written; ISO dates are read in any",
    form: textSetting,
    otherwise: "en-US",
  }),
  functions: defineSetting({
    flag: "--functions <module>",
    says: "a JavaScript module that exports functions, which definitions declare with host: true, and steps; it has all rights of the process",
    form: textSetting,
    commands: ["serve", "deliver"],
    otherwiseSays: "none",
  }),
  limits: defineSetting({
    flag: "--limit <name=number>",
    says: "other limits than those of docs/limits.md, such as rows=50000 or milliseconds=10000",
    form: texts,
    otherwise: [],
  }),
  readOnly: defineSetting({
    flag: "--read-only",
    says: "answer only Finds, also from a standby of PostgreSQL: nothing is changed, loaded, sent or scheduled",
    form: toggle,
    otherwise: false,
  }),
  console: defineSetting({
    flag: "--console",
    says: "serve the console at /console/",
    form: toggle,
    otherwise: true,
  }),
  consoleImages: defineSetting({
    flag: "--console-images <origin>",
    says: "an origin whose pictures the console shows in cells, such as https://images.example.com; it learns who looks; repeatable",
    form: webOrigins,
    otherwise: [],
    otherwiseSays: "the server's own",
  }),
  keyRate: defineSetting({
    flag: "--key-rate <calls>",
    says: "the most calls a minute of one access key, or of one person who signs in",
    form: wholeNumber(1, 1_000_000),
    otherwiseSays: "no limit",
  }),
  addressRate: defineSetting({
    flag: "--address-rate <calls>",
    says: "the most calls a minute from one network address",
    form: wholeNumber(1, 1_000_000),
    otherwiseSays: "no limit",
  }),
  origins: defineSetting({
    flag: "--origin <address>",
    says: "an origin whose pages may call from a browser, such as https://shop.example.com; repeatable, * is all",
    form: origins,
    otherwise: [],
  }),
  trustedProxies: defineSetting({
    flag: "--trusted-proxy <network>",
    says: "an address or network of proxies, such as 10.0.0.0/8, whose X-Forwarded-For is believed; repeatable",
    form: networks,
    otherwise: [],
  }),
  tlsCertificate: defineSetting({
    flag: "--tls-certificate <file>",
    says: "a certificate in PEM with its chain, for HTTPS; read again when it changes",
    form: textSetting,
    otherwiseSays: "HTTP",
  }),
  tlsKey: defineSetting({
    flag: "--tls-key <file>",
    says: "the private key of the certificate, in PEM",
    form: textSetting,
  }),
  mcp: defineSetting({
    flag: "--mcp",
    says: "let assistants use the applications at /mcp, with access keys",
    form: toggle,
    otherwise: true,
  }),
  queryKeys: defineSetting({
    flag: "--query-keys",
    says: "accept access keys in the address, where logs and proxies keep them",
    form: toggle,
    otherwise: true,
  }),
  allowPlainKeys: defineSetting({
    flag: "--allow-plain-keys",
    says: "serve other machines although a definition has an access key in plain text",
    form: toggle,
    otherwise: false,
  }),
  deliver: defineSetting({
    flag: "--deliver",
    says: "send webhooks and mails, and run schedules; tablewright deliver can do it instead",
    form: toggle,
    otherwise: true,
  }),
  allowPrivateTargets: defineSetting({
    flag: "--allow-private-targets",
    says: "send webhooks to this machine and to private networks too",
    form: toggle,
    commands: ["serve", "deliver"],
    otherwise: false,
  }),
  editDefinition: defineSetting({
    flag: "--edit-definition",
    says: "let access keys and roles with editDefinition change definitions in the console and over HTTP; their files are written",
    form: toggle,
    otherwise: false,
  }),
  shadow: defineSetting({
    flag: "--shadow <file>",
    says: "a changed definition that follows the calls of the one served, of the same id, and reports what would differ; it writes nothing",
    form: textSetting,
    otherwiseSays: "none",
  }),
  watch: defineSetting({
    flag: "--watch",
    says: "read definitions again when their files change; SIGHUP always does",
    form: toggle,
    otherwise: true,
  }),
  metricsPort: defineSetting({
    flag: "--metrics-port <number>",
    says: "a port for GET /metrics, in the form of Prometheus; 0 takes a free one",
    form: wholeNumber(0, 65_535),
    otherwiseSays: "no metrics",
  }),
  metricsHost: defineSetting({
    flag: "--metrics-host <name>",
    says: "the address to listen on for metrics, which need no key",
    form: textSetting,
    otherwise: "127.0.0.1",
  }),
  smtp: defineSetting({
    flag: "--smtp <url>",
    says: "the mail server, such as smtps://user:password@mail.example.com; better as a variable, because others see flags",
    form: mailServer,
    commands: ["serve", "deliver"],
    otherwiseSays: "mails wait in the outbox",
  }),
  mailFrom: defineSetting({
    flag: "--mail-from <address>",
    says: "the sender of mails that name none",
    form: textSetting,
    commands: ["serve", "deliver"],
    otherwiseSays: "none",
  }),
  mailFolder: defineSetting({
    flag: "--mail-folder <folder>",
    says: "write mails into a folder instead of sending them",
    form: textSetting,
    commands: ["serve", "deliver"],
    otherwiseSays: "mails are sent",
  }),
  logLevel: defineSetting({
    flag: "--log-level <level>",
    says: "the lowest level: debug has health checks too, info every call, warn faults of the server",
    form: choiceSetting("debug", "info", "warn", "error"),
    commands: ["serve", "deliver"],
    otherwise: "info",
  }),
  logFormat: defineSetting({
    flag: "--log-format <form>",
    says: "the form of the log: json, text for people, or auto: text on a terminal, json elsewhere",
    form: choiceSetting("auto", "json", "text"),
    commands: ["serve", "deliver"],
    otherwise: "auto",
  }),
  quiet: defineSetting({
    flag: "--quiet",
    says: "write only errors",
    form: toggle,
    commands: ["serve", "deliver"],
    otherwise: false,
  }),
} satisfies Readonly<Record<string, Setting>>;

type SettingName = keyof typeof settings;

/** The settings of one run, with every default filled in. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never;
};
