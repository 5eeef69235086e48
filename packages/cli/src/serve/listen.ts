import type { createServer } from "@tablewright/http";

type Server = ReturnType<typeof createServer>;

/** The address under which the server now answers, or a sentence that says why it does not. */
export async function listen(
  server: Server,
  host: string,
  port: number,
  isSecure = false,
): Promise<{ readonly address: string } | { readonly refusal: string }> {
  try {
    await server.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    return { refusal: listenRefusal(error as NodeJS.ErrnoException, host, port) };
  }
  const bound = server.addresses().find((address) => typeof address === "object");
  return { address: `${isSecure ? "https" : "http"}://${reachable(host)}:${bound?.port ?? port}` };
}

/** Connections that wait to be accepted; the system has a bound of its own, often 4,096. */
const BACKLOG = 10_000;

/** Where this machine reaches a server that listens on every address. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Why a server does not listen, and what to change. */
export function listenRefusal({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  return REFUSALS[code ?? ""]?.(host, port) ?? `The server cannot listen: ${message}.`;
}

const REFUSALS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `Port ${port} of ${host} is in use; name another with --port.`,
  EACCES: (_, port) => `This user may not listen on port ${port}; name another with --port.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}; name another with --host.`,
  ENOTFOUND: (host) => `There is no host "${host}"; name another with --host.`,
};
