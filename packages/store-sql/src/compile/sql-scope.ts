import type { Node, RowSlot } from "@tablewright/core/compiler";
import type { CheckedExpression, RequestContext } from "@tablewright/core/storage";
import type { SqlDialect } from "./sql-dialect.ts";
import type { SqlTable } from "./sql-table.ts";
import type { SqlCondition, SqlTerm } from "./sql-term.ts";

/** The size of the longest part of an expression that is worth a statement: a longer one costs more to prepare than it saves. */
export const LARGEST_PART = 1_500;

/** What compiling needs to know beyond the expression. */
export interface SqlRequest {
  readonly dialect: SqlDialect;
  /** The request's instant, user and parameters, which become bound values. */
  readonly context: RequestContext;
  /** Where a table lies; undefined for one that this database does not have. */
  tableOf(name: string): SqlTable | undefined;
  /**
   * Which searches of another table may run once for each row: `indexed` those that an index serves, as others would take
   * rows times rows without the evaluator's limits; `any` where tables are known to be small.
   */
  readonly searches: "indexed" | "any";
  /** The security filter through which another table is read. The filter itself reads tables without any. */
  filterOf(name: string): CheckedExpression | undefined;
  /** Whether the expression is itself a security filter, which reads all rows and spends of the budget of filters. */
  readonly isFilter?: boolean;
}

/** The node that cannot be said in SQL, and why. */
export interface SqlStop {
  readonly stoppedAt: Node;
  readonly reason: string;
}

/** A row in view: a table of the statement under its alias. */
export interface RowInSql {
  readonly alias: string;
  readonly table: SqlTable;
}

/** What compiles the parts of a node; handed in, because each part may hold any other. */
interface NodeCompiler {
  value(node: Node, scope: SqlScope): SqlTerm | undefined;
  condition(node: Node, scope: SqlScope): SqlCondition | undefined;
}

/** The rows and locals in view at one place of the expression. No scope ever changes; what they share is `request`. */
export class SqlScope {
  readonly request: SqlRequest;
  readonly #shared: Shared;
  readonly #rows: ReadonlyMap<RowSlot, RowInSql>;
  readonly #locals: ReadonlyMap<number, SqlTerm>;
  readonly #depth: number;
  readonly #isFilter: boolean;

  private constructor(request: SqlRequest, shared: Shared, rows: SqlScope["rows"], inner: Inner) {
    this.request = request;
    this.#shared = shared;
    this.#rows = rows;
    this.#locals = inner.locals;
    this.#depth = inner.depth;
    this.#isFilter = inner.isFilter;
  }

  /** The scope of an expression about one row. */
  static of(request: SqlRequest, row: RowInSql | undefined, compiler: NodeCompiler): SqlScope {
    const shared = { compiler, aliases: 0, visits: 0, root: row?.alias, stop: undefined };
    const rows = new Map(row === undefined ? [] : [[0, row] as const]);
    return new SqlScope(request, shared, rows, {
      locals: new Map(),
      depth: 0,
      isFilter: request.isFilter ?? false,
    });
  }

  /** The value of a node in SQL; undefined if it has none, which is noted. */
  value(node: Node): SqlTerm | undefined {
    return this.#shared.compiler.value(node, this);
  }

  /** A Yes/No node as a test that is TRUE exactly where the evaluator returns TRUE; undefined if there is none, which is noted. */
  condition(node: Node): SqlCondition | undefined {
    return this.#shared.compiler.condition(node, this);
  }

  get dialect(): SqlDialect {
    return this.request.dialect;
  }

  /** Whether this is part of a security filter. */
  get isFilter(): boolean {
    return this.#isFilter;
  }

  get rows(): ReadonlyMap<RowSlot, RowInSql> {
    return this.#rows;
  }

  get locals(): ReadonlyMap<number, SqlTerm> {
    return this.#locals;
  }

  /** What stopped compiling first. */
  get stopped(): SqlStop | undefined {
    return this.#shared.stop;
  }

  /** Notes that a node stops compiling. */
  stop(stoppedAt: Node, reason: string): undefined {
    this.#shared.stop ??= { stoppedAt, reason };
    return undefined;
  }

  /** An alias that no other part of the statement has. */
  nextAlias(): string {
    this.#shared.aliases += 1;
    return `tw${this.#shared.aliases}`;
  }

  /** A test of aliases: whether one stands for a row or a value outside what is compiled from now on. */
  outerAliases(): (alias: string) => boolean {
    const { aliases, root } = this.#shared;
    return (alias) => alias === root || (ALIAS.test(alias) && Number(alias.slice(2)) <= aliases);
  }

  withRow(slot: RowSlot, row: RowInSql): SqlScope {
    return this.#with({}, new Map(this.#rows).set(slot, row));
  }

  withLocal(local: number, value: SqlTerm): SqlScope {
    return this.#with({ locals: new Map(this.#locals).set(local, value) });
  }

  /** The scope of another expression about one of the rows in view. */
  about(row: RowInSql): SqlScope {
    return this.#with({ locals: new Map() }, new Map([[0, row]]));
  }

  /** The scope of a security filter, which reads tables without any filter. */
  aboutFiltered(row: RowInSql): SqlScope {
    return this.#with({ locals: new Map(), isFilter: true }, new Map([[0, row]]));
  }

  /** The filter through which a table is read here. */
  filterOf(table: string): CheckedExpression | undefined {
    return this.#isFilter ? undefined : this.request.filterOf(table);
  }

  /**
   * The scope inside a node, or undefined where the statement would nest too deeply for a database, or where so much has
   * been compiled, a computed column wherever it is read, that no statement can come of it.
   */
  inside(steps: number): SqlScope | undefined {
    this.#shared.visits += 1;
    if (this.#shared.visits > MOST_VISITS) return undefined;
    const depth = this.#depth + steps;
    return depth > DEEPEST ? undefined : this.#with({ depth });
  }

  #with(changed: Partial<Inner>, rows = this.#rows): SqlScope {
    const inner = { locals: this.#locals, depth: this.#depth, isFilter: this.#isFilter };
    return new SqlScope(this.request, this.#shared, rows, { ...inner, ...changed });
  }
}

const ALIAS = /^tw\d+$/;

interface Shared {
  readonly compiler: NodeCompiler;
  aliases: number;
  /** Nodes compiled so far, those of computed columns each time they are read. */
  visits: number;
  readonly root: string | undefined;
  stop: SqlStop | undefined;
}

interface Inner {
  readonly locals: ReadonlyMap<number, SqlTerm>;
  readonly depth: number;
  readonly isFilter: boolean;
}

/** SQLite takes expressions 1,000 levels deep; a node is a few levels of SQL. */
const DEEPEST = 60;

/** Of a statement that is short enough to be prepared there are far fewer. */
const MOST_VISITS = 10_000;
