import { createServer } from "node:net";
import { listenRefusal } from "../listen-refusal.ts";
import { type Finding, well, wrong } from "./finding.ts";

/** Whether this process may listen there now. */
export function checkPort(host: string, port: number): Promise<Finding> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(wrong(listenRefusal(error, host, port))));
    server.listen({ host, port, exclusive: true }, () => {
      server.close(() => resolve(well(`Port ${port} of ${host} is free.`)));
    });
  });
}
