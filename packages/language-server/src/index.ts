/** The language server over any connection: `@tablewright/language-server`. */
export { serveConnection } from "./serve-connection.ts";
