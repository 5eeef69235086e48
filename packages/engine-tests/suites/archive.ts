import type { EngineOptions } from "@tablewright/core";
import type { Row, Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { type Workshop, withWorkshop } from "./workshop.ts";

/**
 * The application of the tests of row security. A note belongs to one user, and its filter fails on a `Size` above 991;
 * which topics a user sees is said in a table that shows nothing to anybody.
 */
const DEFINITION = `
tablewright: 1
app: { id: archive, name: Archive, owner: me@example.com, locale: en-US, timezone: UTC, api: { invocable: dataChange } }
tables:
  Notes:
    key: [Note]
    securityFilter: 'AND([Size] + 9007199254740000 > 0, [Owner] = USEREMAIL())'
    columns:
      Note: { type: Text }
      Owner: { type: Text, initialValue: 'USEREMAIL()' }
      Size: { type: Number, validIf: 'NOT(IN([_THIS], SELECT(Notes[Size], [Note] <> [_THISROW].[Note])))' }
      Topic: { type: Ref, table: Topics }
      Parent: { type: Ref, table: Notes }
      Rank: { type: Number, formula: 'COUNT(SELECT(Notes[Note], [Size] < [_THISROW].[Size]))' }
      Parent Size: { type: Number, virtual: true, formula: '[Parent].[Size] + 9007199254740000' }
      Siblings: { type: Number, virtual: true, formula: 'COUNT(SELECT(Notes[Note], [Topic] = [_THISROW].[Topic]))' }
  Topics:
    key: [Topic]
    securityFilter: 'IN([Topic], SELECT(Grants[Topic], [Who] = USEREMAIL()))'
    columns:
      Topic: { type: Text }
      Title: { type: Text }
      Largest: { type: Ref, table: Notes, virtual: true, formula: 'MAXROW("Notes", "Size", [Topic] = [_THISROW].[Topic])' }
  Grants:
    key: [Grant]
    securityFilter: 'FALSE'
    columns:
      Grant: { type: Text }
      Who: { type: Text }
      Topic: { type: Text }
  Boards:
    key: [Board]
    updates: 'IF(COUNT(Notes[Note]) > 9, "READ_ONLY", "ALL_CHANGES")'
    columns:
      Board: { type: Text }
      Pinned: { type: Ref, table: Notes, validIf: 'Notes[Note]' }
      Title: { type: Text, requiredIf: 'COUNT(Notes[Note]) > 2' }
      Notes: { type: Number, initialValue: 'COUNT(Notes[Note])' }
slices:
  Big Notes:
    table: Notes
    filter: '[Size] >= AVERAGE(Notes[Size])'
    columns: [Size, Note, Siblings]
    updates: [edit, delete]
  Faulty Notes:
    table: Notes
    filter: '[Size] + 9007199254740990 > 0'
actions:
  Grow: { table: Notes, condition: '[Size] < MAX(Notes[Size])', set: { Size: '[Size] + COUNT(Notes[Note])' } }
  Give Away: { table: Notes, set: { Owner: '"other@example.com"' } }
  Grow Siblings: { table: Notes, onRows: { table: Notes, rows: 'SELECT(Notes[Note], [Topic] = [_THISROW].[Topic])', action: Grow } }
  Pin: { table: Notes, addRow: { table: Boards, set: { Board: '[Note] & COUNT(Boards[Board])', Pinned: '[Parent]', Title: '[Parent Size]' } } }
  Throw Away: { table: Notes, run: [Grow Siblings, Grow, Drop] }
  Drop: { table: Notes, deleteRow: true }
rules:
  Pinning: { table: Notes, on: [edit], condition: '[Siblings] > COUNT(Boards[Board])', steps: [{ action: Pin }] }
  Leaving: { table: Notes, on: [edit, delete], condition: '[_THISROW_BEFORE].[Owner] <> [Owner]', steps: [{ action: Grow Siblings }] }
`;

/** Rows put into the store itself: nobody may see them while they are written. */
export interface ArchiveRows {
  readonly Notes: readonly Row[];
  readonly Topics: readonly Row[];
  readonly Grants: readonly Row[];
}

/** One visible note beside each kind of hidden one, two topics of which one is granted. */
export const SOME_ROWS: ArchiveRows = {
  Notes: [
    ["h1", "other@example.com", 9, "t1", null, 0],
    ["v1", "me@example.com", 1, "t1", "h1", 0],
    ["h2", "me@example.com", 992, "t1", null, 0],
    ["v2", "me@example.com", 2, "t2", "v1", 0],
  ],
  Topics: [
    ["t2", "theirs"],
    ["t1", "mine"],
  ],
  Grants: [
    ["g1", "other@example.com", "t2"],
    ["g2", "me@example.com", "t1"],
  ],
};

interface ArchiveOptions {
  readonly hasHistory?: boolean;
  readonly limits?: NonNullable<EngineOptions["limits"]>;
}

/** An open engine over a fresh store with these rows; a call that names nobody is by `me@example.com`. */
export async function withArchive(
  make: MakeStore,
  rows: ArchiveRows,
  test: (workshop: Workshop) => Promise<void>,
  wrap: (store: Store) => Store = (store) => store,
  { hasHistory = false, limits = {} }: ArchiveOptions = {},
): Promise<void> {
  const stores: Store[] = [];
  const keep = (store: Store) => {
    stores.push(store);
    return wrap(store);
  };
  const fillAndTest = async (workshop: Workshop) => {
    for (const store of stores) await fillStore(store, rows);
    await test(workshop);
  };
  const recorded = DEFINITION.replace("api:", "history: { keep: 2d }, api:");
  await withWorkshop(make, fillAndTest, keep, hasHistory ? recorded : DEFINITION, limits);
}

async function fillStore(store: Store, tables: ArchiveRows): Promise<void> {
  await store.write(async (transaction) => {
    for (const [table, rows] of Object.entries(tables)) await transaction.insert(table, rows);
  });
}
