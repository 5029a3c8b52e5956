// Finds the local id and kind of an entity by its DN, and by the other names by which groups call their members. It holds some
// sixty bytes for each name, not the entries: a million accounts need 64 MB.
import { hash } from 'node:crypto';
import { type EntityKind, entityKinds } from './kinds.ts';

export interface Entity {
  readonly kind: EntityKind;
  readonly id: string;
}

export interface EntityIndex {
  /**
   * @param name a DN in normal form, or another name with a prefix, such as `uid:jane`
   * @param primary number of the account's primary group, for {@link primaries}
   */
  add(name: string, entity: Entity, primary?: number): void;
  find(name: string): Entity | undefined;
  /** Entities that were added with the number of a primary group. */
  primaries(): Iterable<{ readonly entity: Entity; readonly primary: number }>;
  clear(): void;
}

/** The first sixteen bytes of a SHA-256: nobody can make two names with the same ones. */
const words = 4;
const uuidForm = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;
const nsForm = /^([0-9a-f]{8})-([0-9a-f]{8})-([0-9a-f]{8})-([0-9a-f]{8})$/;
/** How an id is kept: as the words of a UUID or of an nsUniqueId, or as text beside the table. */
const forms = { uuid: 0, ns: 1, text: 2 } as const;

interface Table {
  readonly size: number;
  readonly keys: Uint32Array;
  readonly ids: Uint32Array;
  /** 0: free; else 1 + kind + 4 × form. */
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

  return {
    add(name, { kind, id }, primary) {
      if (count * 2 >= table.size) grow();
      const key = keyOf(name);
      const slot = slotOf(table, key);
      if (table.marks[slot] === 0) count += 1;
      table.keys.set(key, slot * words);
      table.marks[slot] = 1 + entityKinds.indexOf(kind) + 4 * writeId(table, slot, id);
      table.primaries[slot] = primary === undefined ? 0 : primary + 1;
    },
    find(name) {
      const slot = slotOf(table, keyOf(name));
      return table.marks[slot] === 0 ? undefined : entityAt(table, slot);
    },
    *primaries() {
      for (let slot = 0; slot < table.size; slot += 1) {
        const primary = table.primaries[slot]!;
        if (primary > 0) yield { entity: entityAt(table, slot), primary: primary - 1 };
      }
    },
    clear() {
      table = emptyTable(1024);
      count = 0;
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
  return Uint32Array.from({ length: words }, (_, index) => digest.readUInt32LE(index * 4));
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

function entityAt(table: Table, slot: number): Entity {
  const mark = table.marks[slot]! - 1;
  const kind = entityKinds[mark & 3]!;
  const form = mark >> 2;
  if (form === forms.text) return { kind, id: table.texts.get(slot)! };
  const hex = Array.from(table.ids.subarray(slot * words, slot * words + words), word =>
    word.toString(16).padStart(8, '0'),
  );
  if (form === forms.ns) return { kind, id: hex.join('-') };
  return { kind, id: hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
}
