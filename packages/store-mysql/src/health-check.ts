import { HealthCheck, LONGEST_CHECK } from "@tablewright/store-sql";
import mysql, { type ConnectionOptions } from "mysql2";
import { HANGS, MysqlError } from "./mysql-error.ts";

/** Asks MariaDB or MySQL on a connection of its own. */
export class MysqlHealth extends HealthCheck {
  readonly #options: ConnectionOptions;
  readonly #place: string;
  readonly #longest: number;
  #isCluster = false;
  #cutOff: MysqlError | undefined;

  /** `longest` milliseconds for the connection, and as many for the answer. */
  constructor(options: ConnectionOptions, place: string, longest = LONGEST_CHECK) {
    super();
    this.#options = { ...options, connectTimeout: longest };
    this.#longest = longest;
    this.#place = place;
  }

  /** Said when the server is found to be a node of a cluster, which is of use as long as it belongs to it. */
  joinCluster(): void {
    this.#isCluster = true;
  }

  /** What the last answer said of a node that is without its cluster. */
  get cutOff(): MysqlError | undefined {
    return this.#cutOff;
  }

  protected async look(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[][]>();
    const connection = mysql.createConnection(this.#options);
    const timer = setTimeout(() => reject(HANGS), 2 * this.#longest);
    connection.on("error", reject);
    connection.query({ sql: QUESTION, rowsAsArray: true }, (error: unknown, rows: unknown) =>
      error ? reject(error) : resolve(rows as readonly string[][]),
    );
    this.#cutOff = undefined;
    try {
      const [[, state] = []] = await promise;
      if (this.#isCluster && state !== "ON") this.#cutOff = MysqlError.cutOff(this.#place);
    } catch (error) {
      throw MysqlError.of(error, this.#place);
    } finally {
      clearTimeout(timer);
      connection.destroy();
    }
    if (this.#cutOff !== undefined) throw this.#cutOff;
  }
}

/** Answered also by a node that has lost its cluster; MySQL has no such row. */
const QUESTION = "show global status where variable_name = 'wsrep_ready'";
