import type { createEngine, EngineRequest, ResultRow } from "@tablewright/core";

/** An engine whose clock is moved by the test. */
export class Then {
  readonly engine: Awaited<ReturnType<typeof createEngine>>;
  readonly pass: (milliseconds: number) => void;
  readonly now: () => string;

  constructor(engine: Then["engine"], pass: Then["pass"], now: Then["now"]) {
    this.engine = engine;
    this.pass = pass;
    this.now = now;
  }

  async call(action: string, table: string, ...rows: object[]): Promise<readonly ResultRow[]> {
    return this.#rows({ action, table, rows: rows as never });
  }

  async find(
    table: string,
    properties = {},
    rows: object[] = [],
    caller = {},
  ): Promise<readonly ResultRow[]> {
    return this.#rows({ action: "Find", table, properties, rows: rows as never, ...caller });
  }

  async errors(table: string, properties: object): Promise<readonly string[]> {
    const result = await this.engine.execute({ action: "Find", table, properties: { ...properties } });
    return result.ok ? [] : result.diagnostics.map(({ code }) => code);
  }

  /** Two cases, and a moment after which everything about them was changed. */
  async changeAll(): Promise<string> {
    await this.call("Add", "Rates", { Name: "low", Rate: 1 });
    await this.call(
      "Add",
      "Cases",
      { Case: 1, Owner: "ann", Rate: "low" },
      { Case: 2, Owner: "bob", Rate: "low" },
    );
    const asOf = this.now();
    this.pass(1_000);
    await this.call("Edit", "Rates", { Name: "low", Rate: 5 });
    await this.call("Edit", "Cases", { Case: 1, Owner: "bob" });
    await this.call("Add", "Cases", { Case: 3, Rate: "low" });
    await this.call("Delete", "Cases", { Case: 2 });
    return asOf;
  }

  async #rows(request: EngineRequest): Promise<readonly ResultRow[]> {
    const result = await this.engine.execute(request);
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
    return result.rows;
  }
}
