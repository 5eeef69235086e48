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
