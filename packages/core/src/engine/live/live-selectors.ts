import { diagnose, noOutput, type Outcome } from "../../diagnostics/index.ts";
import { memo } from "../../expression/parts.ts";
import type { ReadUse, RowReader } from "../../storage/index.ts";
import { hashText } from "../../values/index.ts";
import { type CallTarget, findTarget } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import { defaultEngineLimits, type EngineLimits, type EngineOptions } from "../calls/engine-options.ts";
import type { EngineRequest, LiveRequest, Nameable } from "../calls/request.ts";
import type { LiveRows } from "../calls/result.ts";
import { type CursorForm, cursorForm } from "../engine-tables/change-cursor.ts";
import type { JournalChange } from "../engine-tables/journal-table.ts";
import { callsAfter, lastNumber, readBounds, secretOf } from "../journal/read-entries.ts";
import { concealedColumns, rowOfImage } from "../journal/row-image.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { identityProperties } from "../properties/index.ts";
import { seesAllChanges } from "../visibility/filtered-plan.ts";
import { LiveFollower } from "./live-follower.ts";
import { type ChangedRows, LiveGroup, LiveRoom, onlyRows, type PlannedLive, planLive } from "./live-group.ts";
import { LiveSubscription } from "./live-subscription.ts";

/** A group, and what serves its subscribers. */
interface Served {
  readonly group: LiveGroup;
  readonly follower: LiveFollower;
  readonly cursors: LiveCursors;
  /** Gives the rows of the group back; it is made again for who asks next. */
  readonly forget: () => void;
}

/** The live Selectors of an engine: subscribers to whom the same rows are answered share a group, groups that read alike a follower. */
export class LiveSelectors {
  readonly #options: EngineOptions;
  readonly #groups = new Map<string, Promise<Outcome<Served>>>();
  readonly #followers = new Map<string, LiveFollower>();
  readonly #room: LiveRoom;
  #isClosed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#room = new LiveRoom(this.#limits);
  }

  get #limits(): Pick<EngineLimits, "liveRows" | "liveRowsPerKey" | "liveRowsInAll"> {
    return { ...defaultEngineLimits, ...this.#options.limits };
  }

  async open({ after, turn, signal, reportFuel, ...sent }: LiveRequest): Promise<Outcome<LiveRows>> {
    const { definition } = this.#options;
    const target = findTarget(definition, sent.table, sent.nameable);
    if (target.output === undefined) return noOutput(target.diagnostics);
    const { table, slice } = target.output;
    if (table.history === undefined) return noOutput([diagnose("history/none", { table: sent.table })]);
    const property = ONE_ANSWER.find((name) => !LEFT_OUT.has(sent.properties?.[name]));
    if (property !== undefined) return noOutput([diagnose("request/live-property", { property })]);
    const request: EngineRequest = { ...sent, action: "Find", table: (slice ?? table).name };
    const asked = { ...request, ...(turn && { turn }), signal, reportFuel };
    const planned = await planLive(this.#options, target.output, asked);
    if (planned.output === undefined) return noOutput(planned.diagnostics);
    const { prepared, plan } = planned.output;
    const served = await this.#serve(target.output, request, planned.output);
    prepared.reportEnd();
    if (served.output === undefined) return noOutput(served.diagnostics);
    const output = await this.#subscribe(served.output, sent.accessKey, after);
    const excess = this.#room.excessOf(sent.accessKey);
    if (excess === undefined) return { output, diagnostics: plan.call.answer.warnings };
    await output.return();
    return noOutput([excess]);
  }

  /** Ends every live Selector; none can be opened any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const serving of this.#groups.values())
      (await serving.catch(() => undefined))?.output?.group.end([]);
  }

  /** The group of a request. One that ended while it was waited for is made again. */
  async #serve(target: CallTarget, request: EngineRequest, planned: PlannedLive): Promise<Outcome<Served>> {
    const name = this.#nameOf(request, planned);
    for (;;) {
      const existing = this.#groups.get(name);
      if (existing === undefined) {
        const forget = () => {
          if (this.#groups.get(name) === begun) this.#groups.delete(name);
        };
        const begun: Promise<Outcome<Served>> = this.#begin(target, request, planned, forget);
        this.#groups.set(name, begun);
        return begun;
      }
      // An error may be that of another request, which was given up.
      const served = await existing.catch(() => undefined);
      if (served !== undefined && served.output?.group.isOver !== true) return served;
      if (this.#groups.get(name) === existing) this.#groups.delete(name);
    }
  }

  async #begin(
    target: CallTarget,
    request: EngineRequest,
    planned: PlannedLive,
    forget: () => void,
  ): Promise<Outcome<Served>> {
    const { services } = this.#options;
    const { call } = planned.plan;
    const follower = this.#followerFor(call.caller);
    try {
      const served = await follower.read(async (stored): Promise<Served> => {
        const place = await lastNumber(stored);
        const fingerprint = hashText(this.#fingerprintOf(request, planned)).toString(36);
        const cursors = await liveCursors(call, stored, { fingerprint, random: services.random });
        const { liveRows: limit } = this.#limits;
        const terms = { target, request, planned, limit, room: this.#room, writeCursor: cursors.write };
        const group = new LiveGroup(this.#options, terms);
        await group.readAll(stored, place);
        return { group, follower, cursors, forget };
      });
      const { group } = served;
      // Planned for the turn of the first request, which ends now.
      const errors = group.isOver ? group.errors : await group.planAgain();
      if (errors.length > 0) {
        forget();
        return noOutput(errors);
      }
      if (this.#isClosed) group.end([]);
      else follower.add(group);
      return { output: served, diagnostics: [] };
    } catch (error) {
      forget();
      throw error;
    }
  }

  async #subscribe(
    { group, follower, cursors, forget }: Served,
    accessKey: string | undefined,
    after: string | undefined,
  ): Promise<LiveRows> {
    const place = after === undefined ? undefined : cursors.read(after);
    const subscription = new LiveSubscription(group, accessKey, place !== undefined, () => {
      if (group.subscribers.size > 0) return;
      group.close();
      follower.remove(group);
      forget();
    });
    if (after === undefined || place === undefined) return subscription;
    try {
      if (place > group.place) await follower.look();
      const known = await follower.read((stored) => knownAt(group, stored, place));
      if (known === undefined) subscription.reset();
      else subscription.resume(after, known);
    } catch (error) {
      await subscription.return();
      throw error;
    }
    return subscription;
  }

  /** What the rows are of, the same in every process. */
  #fingerprintOf({ table, properties = {}, wire }: EngineRequest, { plan, reads }: PlannedLive): string {
    const { store, definition } = this.#options;
    const { caller, read, answer } = plan.call;
    const { user, settings } = read.context;
    const isOfCaller = reads.isOfCaller || store.readsByIdentity === true;
    const named = Object.entries(properties).filter(([name]) => isOfCaller || !OF_CALLER.has(name));
    return JSON.stringify([
      definition.version,
      table,
      named,
      wire,
      answer.shown?.columns.map(({ name }) => name),
      seesAllChanges(plan.call),
      isOfCaller && [user, [...settings], [...caller.identity]],
    ]);
  }

  #nameOf(request: EngineRequest, planned: PlannedLive): string {
    const { nameable } = request;
    // What a caller may name decides what errors say.
    return `${nameable === undefined ? 0 : ids(nameable)} ${this.#fingerprintOf(request, planned)}`;
  }

  #followerFor({ timeZone, identity }: Pick<ReadUse, "timeZone" | "identity">): LiveFollower {
    const { store } = this.#options;
    const name = JSON.stringify([timeZone, store.readsByIdentity === true && [...(identity ?? [])]]);
    for (const [other, follower] of this.#followers)
      if (follower.isIdle && other !== name) this.#followers.delete(other);
    const follower = this.#followers.get(name) ?? new LiveFollower(this.#options, { timeZone, identity });
    this.#followers.set(name, follower);
    return follower;
  }
}

/** Properties that choose one answer, which nothing can follow. */
const ONE_ANSWER = ["AsOf", "Limit", "After", "Count"] as const;

/** Values of these properties that mean the same as none. */
const LEFT_OUT: ReadonlySet<unknown> = new Set([undefined, null, "", false]);

/** Properties that only say for whom the call is. */
const OF_CALLER = new Set([...identityProperties.map(({ name }) => name), "UserSettings"]);

const ids = memo((_: Nameable) => ++lastId);
let lastId = 0;

/**
 * The cursors of a live Selector: a place in the journal, as the caller reads those of the feed, and a fingerprint of what the rows
 * are of. With another Selector, caller or definition the rows at the same place are others.
 */
interface LiveCursors {
  /** In the form for the caller of a call, whose role may have changed since. */
  write(place: number, call: Call): string;
  /** Undefined for a text that is none of these. */
  read(text: string): number | undefined;
}

async function liveCursors(
  call: Call,
  stored: RowReader,
  { fingerprint, random }: { readonly fingerprint: string; readonly random: () => number },
): Promise<LiveCursors> {
  const secret = secretOf(await readBounds(stored));
  const formFor = (one: Call): CursorForm => cursorForm(seesAllChanges(one), secret);
  return {
    write: (place, one) =>
      `${formFor(one).writePlace({ passed: place, position: 0 }, random)}.${fingerprint}`,
    read(text) {
      const [place = "", own] = text.split(".");
      return own === fingerprint ? formFor(call).read(place).output?.passed : undefined;
    },
  };
}

/**
 * The rows that have changed between an earlier place and the place of the group, as a reader has them who took the state at that place.
 * Undefined where the journal does not have them.
 */
async function knownAt(group: LiveGroup, stored: RowReader, place: number): Promise<ChangedRows | undefined> {
  const {
    target: { table },
    reads: { tables, isByRow, isTimed },
    place: end,
  } = group;
  if (isTimed || place > end) return undefined;
  const call = group.begin();
  // Otherwise the caller would learn whether hidden rows, which decide here, have changed.
  if ((tables.size > 0 || !isByRow) && !seesAllChanges(call)) return undefined;
  const bounds = await readBounds(stored);
  for (const name of [table.name, ...tables]) if ((bounds[name]?.trimmed ?? 0) > place) return undefined;
  const first = new Map<string, JournalChange>();
  for await (const entries of callsAfter(stored, call.read.context, place)) {
    for (const entry of entries) {
      if (entry.number <= place) continue;
      if (tables.has(entry.table)) return undefined; // also after the end: rows as they were are completed by those of now
      if (entry.table !== table.name || entry.number > end) continue;
      if (!isByRow) return undefined;
      for (const change of entry.changes) if (!first.has(change.key)) first.set(change.key, change);
    }
    if (first.size > call.limits.pastChanges) return undefined;
  }
  if (first.size === 0) return new Map();
  if (concealedColumns(table).length > 0) return undefined;
  return rowsBefore(group, stored, [...first.values()]);
}

/** The rows of changes as they were before, as far as the Find answered them. */
async function rowsBefore(
  group: LiveGroup,
  stored: RowReader,
  changes: readonly JournalChange[],
): Promise<ChangedRows | undefined> {
  const { table } = group.target;
  const images = changes.map(({ before, after }) => rowOfImage(table, { ...after, ...before }));
  const keys = images.map((row) => keyOfRow(table, row));
  const rows = images.filter((_, at) => changes[at]?.before !== undefined);
  const { output: found } = await group.find(onlyRows(stored, table.name, rows));
  if (found === undefined) return undefined;
  return new Map(keys.map((key) => writeKey(table, key)).map((key) => [key, found.get(key)]));
}
