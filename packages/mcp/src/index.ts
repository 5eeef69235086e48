/** The record web API for assistants, by the Model Context Protocol: `@tablewright/mcp`. */
export type { SendCall } from "./calls/record-calls.ts";
export {
  createMcpServer,
  type McpHttpOptions,
  type McpServerOptions,
  mcpHttpHandler,
  serveMcpOverStdio,
} from "./create-mcp-server.ts";
export { PreparedChanges, type PreparedLimits } from "./prepared/prepared-changes.ts";
