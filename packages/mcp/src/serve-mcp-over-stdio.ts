import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpServerOptions } from "./create-mcp-server.ts";

/**
 * An application by the protocol over the standard input and output of this process, which must write nothing else there.
 * Resolves when `stopped` is aborted or the input has ended.
 */
export async function serveMcpOverStdio(options: McpServerOptions, stopped: AbortSignal): Promise<void> {
  const serving = serveStdio(() => createMcpServer(options));
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    stopped.addEventListener("abort", () => resolve(), { once: true });
    if (stopped.aborted) resolve();
  });
  await serving.close();
}
