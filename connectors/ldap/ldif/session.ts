// A directory by files of LDIF instead of a server: answers searches as a server does that shows everything, so the same reads land the
// same. Everything is in memory, without passwords and pictures.
import { BerWriter, type SearchRequest } from 'ldapts';
import type { ConnectorContext } from '../../../src/connector/contract.ts';
import { type ImportFile, openFileSet, refuseImport } from '../../../src/connector/files/file-set.ts';
import { type DnKey, dnKey, isWithin, parentOf } from '../directory/dn.ts';
import { BerReader, berTags } from '../protocol/ber.ts';
import { resultCodes } from '../protocol/faults.ts';
import type { RawEntry, Result } from '../protocol/messages.ts';
import { pagedResults } from '../protocol/search.ts';
import type { LdapSession } from '../protocol/session.ts';
import { matchesFilter } from './match.ts';
import { type LdifEnd, ldifRecords } from './records.ts';

const fileMegabytes = 4096;
const noControls: ReadonlyMap<string, Buffer> = new Map();

interface Directory {
  readonly entries: ReadonlyMap<DnKey, RawEntry>;
  /** How ldapsearch ended; undefined: with success, or nothing says so. */
  readonly end: LdifEnd | undefined;
  /** Attributes that the server keeps itself, such as `entryUUID`: whether the files have them at all. */
  readonly hasOperational: boolean;
}

/** @throws SourceError for files that cannot be read, or are no LDIF of entries */
export async function openLdifSession(
  path: string,
  { baseFolder, signal }: Pick<ConnectorContext, 'baseFolder' | 'signal'>,
  mostEntries: number,
): Promise<LdapSession> {
  const files = await openFileSet(path, {
    setting: 'ldif',
    baseFolder,
    endings: ['.ldif', '.ldf'],
    fileMegabytes,
    signal,
  });
  let directory: Directory;
  try {
    directory = await readDirectory(files.files);
  } finally {
    await files.close();
  }
  const root = rootEntry(directory);
  return {
    endpoint: { host: '', port: 0, encryption: 'tls', address: path },
    mostEntries,
    bind: async () => {},
    search: async (request, onAnswer) => {
      signal.throwIfAborted();
      return answer(directory, root, request, entry => onAnswer({ kind: 'entry', entry }));
    },
    change: async () => ({
      ...{ code: resultCodes.unwillingToPerform, matchedDn: '', referrals: [], controls: noControls },
      diagnostic: 'the directory is read from files, and nothing in it can be changed',
    }),
    inTurn: work => work(),
    close: () => {},
  };
}

async function readDirectory(files: readonly ImportFile[]): Promise<Directory> {
  const entries = new Map<DnKey, RawEntry>();
  const places = new Map<DnKey, string>();
  let end: LdifEnd | undefined;
  let hasOperational = false;
  for (const file of files) {
    for await (const record of ldifRecords(file)) {
      if ('code' in record) {
        if (record.code !== 0) end = record;
        continue;
      }
      const { place, dn, attributes } = record;
      const key = dnKey(dn);
      if (key === undefined)
        refuseImport(place, 'has a DN that is not written as RFC 4514 says', 'export the entries again');
      const earlier = places.get(key);
      if (earlier !== undefined) refuseImport(place, `is the entry of ${earlier} again`, 'name files of one export');
      places.set(key, place);
      entries.set(key, { dn, attributes, controls: noControls });
      hasOperational ||= attributes.has('createtimestamp') || attributes.has('whencreated');
    }
  }
  if (entries.size === 0) refuseImport('ldif', 'there is no entry in the files', 'export the entries again');
  return { entries, end, hasOperational };
}

/** What a server says of itself (RFC 4512, section 5.1), as far as its entries tell. */
function rootEntry({ entries }: Directory): RawEntry {
  const tops = [...entries].filter(([key]) => !entries.has(parentOf(key))).map(([, { dn }]) => dn);
  const has = (...names: readonly string[]) =>
    entries.values().some(({ attributes }) => names.every(name => attributes.has(name)));
  const facts: Record<string, readonly string[]> = { namingcontexts: tops };
  if (has('objectguid', 'objectsid')) {
    facts['supportedcapabilities'] = ['1.2.840.113556.1.4.800'];
    const domain = entries
      .values()
      .find(({ attributes }) =>
        attributes.get('objectclass')?.some(value => value.toString().toLowerCase() === 'domaindns'),
      );
    if (domain) facts['defaultnamingcontext'] = [domain.dn];
  } else if (has('nsuniqueid')) facts['vendorname'] = ['389 Project'];
  else if (has('entryuuid', 'entrycsn')) facts['objectclass'] = ['OpenLDAProotDSE'];
  const attributes = new Map(
    Object.entries(facts).map(([name, values]) => [name, values.map(text => Buffer.from(text))]),
  );
  return { dn: '', attributes, controls: noControls };
}

/** Attributes that servers keep themselves, and show only when they are asked for (RFC 4512, section 3.4). */
const operational =
  /^(?:entryuuid|createtimestamp|modifytimestamp|pwd.*|nsaccountlock|nsroledn|nsrole|memberof|authtimestamp|lastlogintime|passwordexpirationtime|accountunlocktime|passwordretrycount|krb.*|acctpolicysubentry|structuralobjectclass)$/;

function answer(
  { entries, end, hasOperational }: Directory,
  root: RawEntry,
  { baseDN, scope, filter, attributes, controls, sizeLimit }: SearchRequest,
  onEntry: (entry: RawEntry) => void,
): Result {
  const done = (code: number, more: Partial<Result> = {}): Result => ({
    ...{ code, matchedDn: '', diagnostic: '', referrals: [], controls: noControls, ...more },
  });
  if (baseDN === '' && scope === 'base') {
    onEntry(projected(root, attributes));
    return done(resultCodes.success);
  }
  const base = dnKey(baseDN);
  if (base === undefined || (!entries.has(base) && scope === 'base')) return done(resultCodes.noSuchObject);
  const isHidden = (name: string) => !hasOperational && operational.test(name);
  const paging = pagingOf(controls);
  const candidates = scope === 'base' ? [[base, entries.get(base)!] as const].values() : entries.entries();
  let [place, found] = [0, 0];
  for (const [key, entry] of candidates) {
    place += 1;
    if (paging && place <= paging.after) continue;
    if (!isWithin(key, base) || (scope === 'one' && parentOf(key) !== base)) continue;
    if (matchesFilter(entry, filter, isHidden) !== true) continue;
    onEntry(projected(entry, attributes));
    found += 1;
    if (sizeLimit > 0 && found === sizeLimit) break;
    if (found === paging?.size) return done(resultCodes.success, { controls: cookieAt(place) });
  }
  return end === undefined || scope === 'base'
    ? done(resultCodes.success)
    : done(end.code, { diagnostic: `ldapsearch wrote: ${end.words}` });
}

/** Only what was asked for, also with options (`cn;lang-de`). */
function projected({ dn, attributes, controls }: RawEntry, asked: readonly string[]): RawEntry {
  const chosen = new Map<string, readonly Buffer[]>();
  const wanted = new Set(asked.map(name => name.toLowerCase()));
  for (const [name, values] of attributes) {
    const [plain] = name.split(';', 1);
    if (wanted.has(name) || wanted.has(plain!)) chosen.set(name, values);
  }
  return { dn, attributes: chosen, controls };
}

/** How many entries a page has, and after which place it begins (RFC 2696). */
function pagingOf(controls: SearchRequest['controls']): { size: number; after: number } | undefined {
  const control = controls?.find(({ type }) => type === pagedResults);
  if (!control) return undefined;
  const writer = new BerWriter();
  control.write(writer);
  const written = new BerReader(writer.buffer).enter(berTags.sequence);
  written.text();
  if (written.nextTag === 0x01) written.octets(0x01);
  const value = new BerReader(written.octets()).enter(berTags.sequence);
  const size = value.integer();
  return { size, after: Number(value.octets().toString() || '0') };
}

function cookieAt(place: number): ReadonlyMap<string, Buffer> {
  const value = new BerWriter();
  value.startSequence();
  value.writeInt(0);
  value.writeBuffer(Buffer.from(String(place)), berTags.octetString);
  value.endSequence();
  return new Map([[pagedResults, value.buffer]]);
}
