/** How a database on a server is used. */
export interface ServerUse {
  /** Take a database under whose settings an acknowledged change may be lost, such as one for tests. */
  readonly acceptsLoss?: boolean;
  /** Milliseconds in which the server must answer whether it is there, before it is said to be away. Default 1,500. */
  readonly checkTimeout?: number;
  /**
   * Whether rows are only read, as by a user who may do no more: nothing is made in the database. Where it has no tables of ours that the
   * user may read, the store `keepsNothing`.
   */
  readonly readOnly?: boolean;
  /**
   * Whether nothing is made: what opening would make is tried, and taken back. Where the database lacks tables of ours, the store
   * `keepsNothing`, and its `planOpen` returns what opening would do.
   */
  readonly dryRun?: boolean;
}

/** What a parameter of an address sets, how its value is read, and what is expected where that gives undefined. */
type AddressParameter = readonly [option: string, read: (value: string) => unknown, expected: string];

/** The options that the parameters of an address of these names set; they are taken out of it. Throws for a value that is none. */
export function takeParameters(
  { searchParams }: URL,
  parameters: Readonly<Record<string, AddressParameter>>,
): Readonly<Record<string, unknown>> {
  const options: Record<string, unknown> = {};
  for (const [name, [option, read, expected]] of Object.entries(parameters)) {
    const value = searchParams.get(name);
    if (value === null) continue;
    searchParams.delete(name);
    options[option] = read(value);
    if (options[option] === undefined)
      throw new Error(`The address of the database has ${name}=${value}; it takes ${expected}.`);
  }
  return options;
}

export function countFrom(option: string, least: number): AddressParameter {
  const read = (value: string) =>
    /^\d{1,9}$/u.test(value) && Number(value) >= least ? Number(value) : undefined;
  return [option, read, `a whole number of at least ${least}`];
}

export function trueOrFalse(option: string): AddressParameter {
  const read = (value: string) => (value === "true" || value === "false" ? value === "true" : undefined);
  return [option, read, "true or false"];
}
