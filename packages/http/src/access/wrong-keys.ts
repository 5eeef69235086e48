/** How many wrong access keys came from each network address lately. */
export interface WrongKeys {
  /** Counts one more; whether there are now too many of this address within a minute. */
  add(address: string, now: number): boolean;
}

/**
 * More than `most` wrong keys within a minute are too many. Of at most `addresses` is an account kept, and the oldest
 * forgotten for a new one, so that an attacker's many addresses cost no more memory.
 */
export function createWrongKeys(most: number, addresses: number): WrongKeys {
  const counts = new Map<string, { count: number; readonly since: number }>();
  return {
    add(address, now) {
      const place = networkOf(address);
      const entry = counts.get(place);
      if (entry !== undefined && now >= entry.since && now - entry.since < MINUTE)
        return ++entry.count > most;
      counts.delete(place);
      if (counts.size >= addresses) for (const oldest of counts.keys()) if (counts.delete(oldest)) break;
      counts.set(place, { count: 1, since: now });
      return most < 1;
    },
  };
}

const MINUTE = 60_000;

/** An address of IPv4, or the first 64 bits of one of IPv6, the least that a client is given. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [before = "", after] = address.replace(/%.*$/u, "").split("::");
  const first = before === "" ? [] : before.split(":");
  const last = after === undefined || after === "" ? [] : after.split(":");
  const filled = [...first, ...Array(Math.max(0, GROUPS - first.length - last.length)).fill("0"), ...last];
  return filled
    .slice(0, GROUPS / 2)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** Of 16 bits each. */
const GROUPS = 8;
