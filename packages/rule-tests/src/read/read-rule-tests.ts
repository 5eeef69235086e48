import {
  type AppDefinition,
  describeDecisionRows,
  findName,
  hasErrors,
  type Outcome,
  orderTables,
  type Path,
  type SliceDefinition,
  type TableDefinition,
} from "@tablewright/core";
import {
  checkShape,
  DefinitionReport,
  findColumn,
  findTable,
  type JsonValue,
  readIsoDateTime,
  readYaml,
  suggestName,
  utcSecondsOf,
  zoneOf,
} from "@tablewright/core/definition";
import { readStubs } from "../stubbed-functions.ts";
import { checkExpected, checkTextValue } from "./check-expected.ts";
import { checkExpectedDecision, checkFacts } from "./check-expected-decision.ts";
import {
  type BatchShape,
  type CallShape,
  type DecideShape,
  type ExpectedShape,
  type RuleTestShape,
  ruleTestShape,
  type SchedulesShape,
} from "./rule-test-shape.ts";
import type {
  AskedOfTable,
  Expected,
  GivenRows,
  RuleTest,
  RuleTestBatch,
  RuleTestCall,
  RuleTestDecision,
  RuleTestStep,
  RuleTests,
} from "./rule-tests.ts";

/**
 * Tests of a definition from YAML or JSON text. Errors are located as those of a definition are; there is an output only when
 * there is none.
 */
export function readRuleTests(
  text: string,
  app: AppDefinition,
  { file }: { file?: string } = {},
): Outcome<RuleTests> {
  const read = readYaml(text, file, { kind: "test file" });
  if (read.output === undefined) return { output: undefined, diagnostics: read.diagnostics };
  const { output: source } = read;
  const report = new DefinitionReport(source);
  const shape = checkShape(report, ruleTestShape);
  const tests = shape && new Reading(report, app, shape).tests();
  const diagnostics = [...read.diagnostics, ...report.diagnostics];
  if (tests === undefined || hasErrors(diagnostics)) return { output: undefined, diagnostics };
  return { output: { file, tests, locationOf: (path) => source.location(path, "name") }, diagnostics };
}

type TestShape = RuleTestShape["tests"][string];
type Properties = RuleTestCall["properties"];

/**
 * The instant, in milliseconds, of `2026-03-01`, `2026-03-01T09:30` or `2026-03-01T09:30:15`, read in a time zone of the
 * definition, or in UTC where a Z ends it; undefined for anything else.
 */
export function readClock(text: string, timezone: string): number | undefined {
  const [, day, time = "T00:00", seconds = ":00", utc] = FORM.exec(text) ?? [];
  if (day === undefined) return undefined;
  const wall = readIsoDateTime(`${day}${time}${seconds}`);
  const zone = utc === undefined ? zoneOf(timezone) : "UTC";
  if (wall === null || zone === undefined) return undefined;
  return utcSecondsOf(wall, zone) * 1000;
}

const FORM = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d)(:\d\d)?(Z)?)?$/;

class Reading {
  readonly #report: DefinitionReport;
  readonly #app: AppDefinition;
  readonly #shape: RuleTestShape;

  constructor(report: DefinitionReport, app: AppDefinition, shape: RuleTestShape) {
    this.#report = report;
    this.#app = app;
    this.#shape = shape;
  }

  tests(): readonly RuleTest[] {
    const shared = this.#given([], this.#shape.given);
    const sharedFunctions = readStubs(this.#report, this.#app.functions, [], this.#shape.functions);
    const clock = this.#clock([], this.#shape.clock);
    const names = this.#report.source.names(["tests"], this.#shape.tests);
    return names.map((name) => {
      const path = ["tests", name];
      const shape = this.#shape.tests[name] as TestShape;
      const steps = shape.when.map((step, at) => this.#step([...path, "when", at], step, shape));
      const ownRows = this.#given(path, shape.given);
      const others = shared.filter(({ table }) => !ownRows.some((own) => own.table === table));
      const last = steps.at(-1);
      return {
        name,
        path,
        clock: this.#clock(path, shape.clock) ?? clock,
        given: this.#inOrder([...others, ...ownRows]),
        functions: new Map([
          ...sharedFunctions,
          ...readStubs(this.#report, this.#app.functions, path, shape.functions),
        ]),
        steps,
        expect: this.#expected(
          [...path, "expect"],
          shape.expect,
          this.#targetNamed(last?.kind === "batch" ? last.calls.at(-1) : last),
        ),
      };
    });
  }

  #step(
    path: Path,
    shape: CallShape | BatchShape | DecideShape | SchedulesShape,
    test: TestShape,
  ): RuleTestStep {
    if ("decide" in shape) return this.#decision(path, shape, test);
    if ("batch" in shape) return this.#batch(path, shape, test);
    if (!("run" in shape)) return this.#call(path, shape, test);
    const { clock, expect } = shape;
    return {
      kind: "schedules",
      path,
      clock: this.#clock(path, clock),
      expect: this.#expected([...path, "expect"], expect, undefined),
    };
  }

  #call(path: Path, shape: CallShape, test: TestShape): RuleTestCall {
    const { Properties: own = {}, clock, expect } = shape;
    const asked = this.#asked(path, shape, this.#properties(shape, test, own));
    return {
      kind: "call",
      path,
      ...asked,
      clock: this.#clock(path, clock),
      expect: this.#expected([...path, "expect"], expect, this.#targetNamed(asked)),
    };
  }

  #batch(path: Path, shape: BatchShape, test: TestShape): RuleTestBatch {
    const { batch, Properties: own = {}, clock, expect } = shape;
    const calls = batch.map((one, at) =>
      this.#asked([...path, "batch", at], one, (one.Properties ?? {}) as Properties),
    );
    return {
      kind: "batch",
      path,
      calls,
      properties: this.#properties(shape, test, own as Properties),
      clock: this.#clock(path, clock),
      expect: this.#expected([...path, "expect"], expect, this.#targetNamed(calls.at(-1))),
    };
  }

  #asked(
    path: Path,
    { table, Action: action, Rows: rows }: BatchShape["batch"][number],
    properties: Properties,
  ): AskedOfTable {
    const tables = [...this.#app.tables.values(), ...this.#app.slices.values()];
    const at = [...path, "table"];
    const target = this.#report.source.has(at) ? findTable(this.#report, at, tables, table) : undefined;
    if (target !== undefined) this.#checkAction([...path, "Action"], action, target);
    return { table: target?.name ?? table, action, rows, properties };
  }

  #decision(path: Path, shape: DecideShape, test: TestShape): RuleTestDecision {
    const { decide, facts = {}, Properties: own = {}, clock, expect } = shape;
    const decisions = [...this.#app.decisions.values()];
    const { match } = findName(decisions, decide);
    const names = decisions.map(({ name }) => name);
    if (match === undefined)
      checkTextValue(this.#report, [...path, "decide"], decide, names, "the name of a decision");
    else {
      const { set } = match;
      const outputs = set.decisions.flatMap((one) => one.outputs.map(({ name }) => name));
      const decided = {
        names: { facts: set.facts.map(({ name }) => name), decisions: [match.name], outputs },
        rows: describeDecisionRows(match)?.rows ?? [],
      };
      checkFacts(this.#report, [...path, "facts"], facts, decided);
      if (expect !== undefined) checkExpectedDecision(this.#report, [...path, "expect"], expect, decided);
    }
    return {
      kind: "decision",
      path,
      decision: match?.name ?? decide,
      facts,
      properties: this.#properties(shape, test, own as Properties),
      clock: this.#clock(path, clock),
      expect,
    };
  }

  /** What a call says itself wins over what its test says, and that over what the file says. */
  #properties({ user: caller }: Pick<CallShape, "user">, test: TestShape, own: Properties): Properties {
    const { properties = {}, settings, user } = this.#shape;
    const person = caller ?? test.user ?? user;
    const userSettings = test.settings ?? settings;
    return {
      ...(properties as Properties),
      ...(test.properties as Properties | undefined),
      ...(person === undefined ? {} : { RunAsUserEmail: person }),
      ...(userSettings === undefined ? {} : { UserSettings: userSettings }),
      ...own,
    };
  }

  #checkAction(path: Path, name: string, target: TableDefinition | SliceDefinition): void {
    const table = "table" in target ? target.table : target;
    const own = [...this.#app.actions.values()].filter((action) => action.table === table);
    const operations = [...OPERATIONS, ...own];
    if (findName(operations, name).match !== undefined) return;
    this.#report.report(path, "definition/unknown-action", {
      name,
      suggestion: suggestName(name, operations),
    });
  }

  #given(path: Path, given: RuleTestShape["given"] = {}): readonly GivenRows[] {
    return Object.entries(given).flatMap(([name, rows]): readonly GivenRows[] => {
      const at = [...path, "given", name];
      const table = findTable(this.#report, at, this.#app.tables.values(), name);
      if (table === undefined) return [];
      if (typeof rows === "string") return [{ table: table.name, path: at, rows: undefined, file: rows }];
      for (const [index, row] of rows.entries())
        for (const column of Object.keys(row))
          findColumn(this.#report, [...at, index, column], table, column, "name");
      const cells = rows as readonly Readonly<Record<string, JsonValue>>[];
      return [{ table: table.name, path: at, rows: cells, file: undefined }];
    });
  }

  #inOrder(given: readonly GivenRows[]): readonly GivenRows[] {
    const order = orderTables(this.#app);
    return given.toSorted((a, b) => order.indexOf(a.table) - order.indexOf(b.table));
  }

  #clock(path: Path, text: string | undefined): number | undefined {
    if (text === undefined) return undefined;
    const clock = readClock(text, this.#app.timezone);
    if (clock !== undefined) return clock;
    const details = { actual: JSON.stringify(text), expected: "a time such as 2026-03-01T09:30:00" };
    this.#report.report([...path, "clock"], "definition/wrong-value", details);
    return undefined;
  }

  #expected(
    path: Path,
    shape: ExpectedShape | undefined,
    target: TableDefinition | SliceDefinition | undefined,
  ): Expected | undefined {
    if (shape === undefined) return undefined;
    checkExpected(this.#report, path, shape, this.#app, target);
    return { path, shape };
  }

  /** The table or slice that a step is about; undefined of one that is about none. */
  #targetNamed(step: RuleTestStep | AskedOfTable | undefined): TableDefinition | SliceDefinition | undefined {
    if (step === undefined || !("table" in step)) return undefined;
    return this.#app.tables.get(step.table) ?? this.#app.slices.get(step.table);
  }
}

const OPERATIONS = ["Add", "Edit", "Delete", "Find"].map((name) => ({ name }));
