// Content synchronization (RFC 4533): asks OpenLDAP what has changed since a cookie, and which entries still exist.
import { BerWriter, Control, FilterParser, SearchRequest } from 'ldapts';
import { uuidText } from '../values/identifiers.ts';
import { BerReader, berTags, MalformedAnswer } from './ber.ts';
import type { RawEntry, Result } from './messages.ts';
import type { LdapSession } from './session.ts';

export const syncRequestOid = '1.3.6.1.4.1.4203.1.9.1.1';
const syncState = '1.3.6.1.4.1.4203.1.9.1.2';
const syncDone = '1.3.6.1.4.1.4203.1.9.1.3';
const syncInfo = '1.3.6.1.4.1.4203.1.9.1.4';

class SyncRequest extends Control {
  readonly #cookie: string;
  constructor(cookie: string) {
    super(syncRequestOid, { critical: true });
    this.#cookie = cookie;
  }
  protected override writeControl(writer: BerWriter): void {
    const value = new BerWriter();
    value.startSequence();
    value.writeEnumeration(1);
    value.writeString(this.#cookie);
    value.endSequence();
    writer.writeBuffer(value.buffer, berTags.octetString);
  }
}

export interface SyncAnswer {
  /** Entries that are new or different. */
  readonly changed: readonly RawEntry[];
  /** Ids of entries that are as before. Undefined when the server says what is deleted instead. */
  readonly present: ReadonlySet<string> | undefined;
  readonly deleted: readonly string[];
  readonly result: Result;
}

/** One exchange in the mode refreshOnly (RFC 4533, section 3.3). */
export async function searchChanges(
  session: LdapSession,
  {
    base,
    attributes,
    cookie,
  }: { readonly base: string; readonly attributes: readonly string[]; readonly cookie: string },
): Promise<SyncAnswer> {
  const request = new SearchRequest({
    messageId: 0,
    baseDN: base,
    scope: 'sub',
    filter: FilterParser.parseString('(objectClass=*)'),
    attributes: [...attributes],
    timeLimit: 0,
    controls: [new SyncRequest(cookie)],
  });
  const changed: RawEntry[] = [];
  const present = new Set<string>();
  const deleted: string[] = [];
  const result = await session.search(request, answer => {
    if (answer.kind === 'entry') {
      const { state, id } = stateOf(answer.entry);
      if (state === 'present') present.add(id);
      else if (state === 'delete') deleted.push(id);
      else changed.push(answer.entry);
    }
    if (answer.kind === 'intermediate' && answer.name === syncInfo && answer.value) {
      const { ids, areDeleted } = idSetOf(answer.value);
      for (const id of ids)
        if (areDeleted) deleted.push(id);
        else present.add(id);
    }
  });
  return { changed, present: tellsDeleted(result) ? undefined : present, deleted, result };
}

const states = ['present', 'add', 'modify', 'delete'] as const;

/** Sync State Control (RFC 4533, section 2.3) */
function stateOf({ dn, controls }: RawEntry): { state: (typeof states)[number]; id: string } {
  const value = controls.get(syncState);
  if (!value) throw new MalformedAnswer(`no sync state of ${dn}`);
  const reader = new BerReader(value).enter(berTags.sequence);
  const state = states[reader.integer(berTags.enumerated)];
  if (!state) throw new MalformedAnswer(`an unknown sync state of ${dn}`);
  return { state, id: uuidIn(reader.octets()) };
}

/** Sync Info Message (RFC 4533, section 2.5); only the one with a set of ids matters here. */
function idSetOf(value: Buffer): { ids: readonly string[]; areDeleted: boolean } {
  const message = new BerReader(value);
  if (message.nextTag !== 0xa3) return { ids: [], areDeleted: false };
  const reader = message.enter(0xa3);
  if (reader.nextTag === berTags.octetString) reader.octets();
  const areDeleted = reader.nextTag === 0x01 && reader.octets(0x01)[0] !== 0;
  const set = reader.enter(berTags.set);
  const ids: string[] = [];
  while (!set.isAtEnd) ids.push(uuidIn(set.octets()));
  return { ids, areDeleted };
}

/** Sync Done Control (RFC 4533, section 2.4): whether what was not named is unchanged. Otherwise it is deleted. */
function tellsDeleted({ controls }: Result): boolean {
  const value = controls.get(syncDone);
  if (!value) return false;
  const reader = new BerReader(value).enter(berTags.sequence);
  if (reader.nextTag === berTags.octetString) reader.octets();
  return reader.nextTag === 0x01 && reader.octets(0x01)[0] !== 0;
}

function uuidIn(bytes: Buffer): string {
  if (bytes.length !== 16) throw new MalformedAnswer(`an entryUUID of ${bytes.length} bytes`);
  return uuidText(bytes);
}
