// Finds the local id and kind of an entity by its DN, and by the other names by which groups call their members. It holds some
// sixty bytes for each name, not the entries: a million accounts need 64 MB.
import { hash } from 'node:crypto';
import { type EntityKind, entityKinds } from './kinds.ts';

export interface DirectoryEntity {
  readonly kind: EntityKind;
  readonly id: string;
  /** Number of the account's primary group. */
  readonly primary?: number | undefined;
}

export interface EntityIndex {
  /** @param name its DN in normal form */
  add(name: string, entity: DirectoryEntity): void;
  /** @param alias another name, with a prefix: `uid:jane` */
  addAlias(alias: string, entity: DirectoryEntity): void;
  find(name: string): DirectoryEntity | undefined;
  /** Entities with the number of a primary group. */
  primaries(): Iterable<DirectoryEntity & { readonly primary: number }>;
}

/** The first sixteen bytes of a SHA-256: nobody can find two names for which they are equal. */
const words = 4;
const uuidForm = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;
const nsForm = /^([0-9a-f]{8})-([0-9a-f]{8})-([0-9a-f]{8})-([0-9a-f]{8})$/;
const aliasMark = 128;
/** How an id is kept: as the words of a UUID or of an nsUniqueId, or as text beside the table. */
const forms = { uuid: 0, ns: 1, text: 2 } as const;

interface Table {
  readonly size: number;
  readonly keys: Uint32Array;
  readonly ids: Uint32Array;
  /** 0: free; else 1 + kind + 4 × form, and {@link aliasMark} for another name than the DN. */
  readonly marks: Uint8Array;
  /** 1 + number of the primary group; 0: none. */
  readonly primaries: Float64Array;
  readonly texts: Map<number, string>;
}

export function createEntityIndex(): EntityIndex {
  let table = emptyTable(1024);
  let count = 0;

  const grow = () => {
    const old = table;
    table = emptyTable(old.size * 2);
    for (let slot = 0; slot < old.size; slot += 1) {
      if (old.marks[slot] === 0) continue;
      const key = old.keys.subarray(slot * words, slot * words + words);
      copySlot(old, slot, table, slotOf(table, key), key);
    }
  };

  const put = (name: string, { kind, id, primary }: DirectoryEntity, mark: number) => {
    if (count * 2 >= table.size) grow();
    const key = keyOf(name);
    const slot = slotOf(table, key);
    if (table.marks[slot] === 0) count += 1;
    table.keys.set(key, slot * words);
    table.marks[slot] = 1 + entityKinds.indexOf(kind) + 4 * writeId(table, slot, id) + mark;
    table.primaries[slot] = primary === undefined ? 0 : primary + 1;
  };

  return {
    add: (name, entity) => put(name, entity, 0),
    addAlias: (alias, entity) => put(alias, entity, aliasMark),
    find(name) {
      const slot = slotOf(table, keyOf(name));
      return table.marks[slot] === 0 ? undefined : entityAt(table, slot);
    },
    *primaries() {
      for (let slot = 0; slot < table.size; slot += 1) {
        const isAlias = table.marks[slot]! >= aliasMark;
        const primary = isAlias ? 0 : table.primaries[slot]!;
        if (primary > 0) yield { ...entityAt(table, slot), primary: primary - 1 };
      }
    },
  };
}

function emptyTable(size: number): Table {
  return {
    size,
    keys: new Uint32Array(size * words),
    ids: new Uint32Array(size * words),
    marks: new Uint8Array(size),
    primaries: new Float64Array(size),
    texts: new Map(),
  };
}

function keyOf(name: string): Uint32Array {
  const digest = hash('sha256', name, 'buffer');
  const key = new Uint32Array(words);
  for (let word = 0; word < words; word += 1) key[word] = digest.readUInt32LE(word * 4);
  return key;
}

/** The slot with this key, or the free one where it belongs. */
function slotOf({ size, keys, marks }: Table, key: Uint32Array): number {
  for (let slot = key[0]! % size; ; slot = (slot + 1) % size) {
    const at = slot * words;
    if (marks[slot] === 0) return slot;
    if (keys[at] === key[0] && keys[at + 1] === key[1] && keys[at + 2] === key[2] && keys[at + 3] === key[3])
      return slot;
  }
}

function copySlot(from: Table, slot: number, to: Table, target: number, key: Uint32Array): void {
  to.keys.set(key, target * words);
  to.ids.set(from.ids.subarray(slot * words, slot * words + words), target * words);
  to.marks[target] = from.marks[slot]!;
  to.primaries[target] = from.primaries[slot]!;
  const text = from.texts.get(slot);
  if (text !== undefined) to.texts.set(target, text);
}

/** @returns the form in which the id is kept */
function writeId(table: Table, slot: number, id: string): number {
  table.texts.delete(slot);
  const form = uuidForm.test(id) ? forms.uuid : nsForm.test(id) ? forms.ns : forms.text;
  if (form === forms.text) table.texts.set(slot, id);
  else {
    const hex = id.replaceAll('-', '');
    for (let word = 0; word < words; word += 1) {
      table.ids[slot * words + word] = Number.parseInt(hex.slice(word * 8, word * 8 + 8), 16);
    }
  }
  return form;
}

function entityAt(table: Table, slot: number): DirectoryEntity {
  const mark = (table.marks[slot]! % aliasMark) - 1;
  const kind = entityKinds[mark & 3]!;
  const known = table.primaries[slot]!;
  const primary = known === 0 ? undefined : known - 1;
  return { kind, id: idAt(table, slot, mark >> 2), primary };
}

function idAt({ ids, texts }: Table, slot: number, form: number): string {
  if (form === forms.text) return texts.get(slot)!;
  const hex = Array.from(ids.subarray(slot * words, slot * words + words), word => word.toString(16).padStart(8, '0'));
  if (form === forms.ns) return hex.join('-');
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
