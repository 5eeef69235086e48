/** Where SQLite keeps a database that ends with its connection. */
export const IN_MEMORY = ":memory:";
