/** The record web API for assistants, by the Model Context Protocol: `@tablewright/mcp`. */
export type { SendRequest } from "./calls/record-calls.ts";
export { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";
export { type McpHttpOptions, mcpHttpHandler } from "./mcp-http-handler.ts";
export { PreparedChanges, type PreparedLimits } from "./prepared/prepared-changes.ts";
export { serveMcpOverStdio } from "./serve-mcp-over-stdio.ts";
