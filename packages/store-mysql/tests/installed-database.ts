/** The files that a MariaDB server begins with, made once for all servers that the tests start. */
import { execFileSync } from "node:child_process";

/** Makes them in a folder that is not there yet. Throws where this machine has no MariaDB. */
export function installDatabase(data: string): void {
  const places = ["--no-defaults", ...USER, `--datadir=${data}`, "--auth-root-authentication-method=normal"];
  execFileSync(
    "mariadb-install-db",
    [...places, "--skip-test-db", "--skip-name-resolve", ...SMALL, ...UNSAFE],
    {
      stdio: "ignore",
    },
  );
}

/** A server that `root` starts needs `--user=root`. */
export const USER: readonly string[] = process.getuid?.() === 0 ? ["--user=root"] : [];

/** Each server of the tests has little to hold. */
export const SMALL = ["--innodb-buffer-pool-size=64M", "--innodb-log-file-size=16M"];

/** What the tests need is fast rather than safe from a loss of power. */
export const UNSAFE = [
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-flush-method=nosync",
  "--innodb-doublewrite=0",
  "--innodb-stats-persistent=0",
];
