/** The store in MariaDB and MySQL: `@tablewright/store-mysql`. */
export { introspectMysql } from "./introspect/introspect-mysql.ts";
export type { MysqlOptions } from "./mysql-options.ts";
export { mysqlStore } from "./mysql-store.ts";
