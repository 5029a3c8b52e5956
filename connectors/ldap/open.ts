// Opens a directory: connects, signs in, and finds out what the server is.
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { ConnectorContext } from '../../src/connector/contract.ts';
import type { Administrators, LdapClient } from './client.ts';
import { readAdministrators } from './directory/administrators.ts';
import { dnKey } from './directory/dn.ts';
import { createEntityIndex } from './directory/entity-index.ts';
import { octetsOf } from './directory/entry.ts';
import { type IdScheme, idAttributes, idSchemeOf } from './directory/ids.ts';
import { createJoinedReads } from './directory/joined-reads.ts';
import { writePosition } from './directory/positions.ts';
import { readServerFacts, type ServerFacts } from './directory/server.ts';
import { readServerPosition } from './directory/server-position.ts';
import { openLdifSession } from './ldif/session.ts';
import { maxCaFileBytes } from './limits.ts';
import { generalFault, resultCodes, settingFault, wordsOf } from './protocol/faults.ts';
import { readEntry } from './protocol/search.ts';
import { type LdapSession, openLdapSession } from './protocol/session.ts';
import { endpointOf } from './protocol/socket.ts';
import type { LdapSettings } from './settings.ts';
import { sidText } from './values/identifiers.ts';

export async function openLdap(settings: LdapSettings, context: ConnectorContext): Promise<LdapClient> {
  const { landedBefore } = context;
  const { ldif, most_objects } = settings;
  const session =
    ldif === undefined ? await openServer(settings, context) : await openLdifSession(ldif, context, most_objects);
  const { endpoint } = session;
  try {
    if (settings.bind_dn !== undefined) await session.bind(settings.bind_dn, settings.bind_password!);
    const server = await readServerFacts(session);
    const base = settings.base ?? ownBase(server, endpoint.address);
    const baseKey = dnKey(base);
    if (baseKey === undefined)
      throw settingFault('base', `${base} is no distinguished name`, 'write it as dc=example,dc=org');
    const ids = await idsBelow(session, base, server);
    const domainSid = await domainSidOf(session, server);
    const now = new Date();
    const serverPosition = await readServerPosition({ session, server, baseKey, ids });
    let administrators: Promise<Administrators> | undefined;
    const client: LdapClient = {
      ...{ settings, session, server, base, baseKey, ids, domainSid, now, landedBefore, serverPosition },
      joined: createJoinedReads(() => client),
      index: createEntityIndex(),
      departmentNames: new Map(),
      // The roles of Active Directory are groups.
      indexed: new Set(server.kind === 'active-directory' ? ['role'] : []),
      async administrators() {
        if (domainSid === undefined) return undefined;
        administrators ??= readAdministrators(client, domainSid);
        return administrators;
      },
      async position() {
        const known = await client.administrators();
        if (!serverPosition) return undefined;
        return writePosition({ server: serverPosition, atMs: now.getTime(), administrators: known?.digest });
      },
    };
    return client;
  } catch (error) {
    session.close();
    throw error;
  }
}

async function openServer(settings: LdapSettings, { signal, baseFolder }: ConnectorContext): Promise<LdapSession> {
  const endpoint = endpointOf({ ...settings, url: settings.url! });
  const ca = settings.ca_file === undefined ? undefined : await readCa(settings.ca_file, baseFolder);
  return openLdapSession({
    ...{ endpoint, ca, signal },
    silenceMs: settings.timeout_seconds * 1000,
    mostBytes: settings.answer_megabytes * 1024 * 1024,
    mostEntries: settings.most_objects,
  });
}

async function readCa(file: string, baseFolder: string): Promise<string> {
  const path = isAbsolute(file) ? file : join(baseFolder, file);
  try {
    if ((await stat(path)).size > maxCaFileBytes)
      throw settingFault('ca_file', `${path} is too large`, 'name a PEM file');
    const text = await readFile(path, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw settingFault('ca_file', `${path} cannot be read (${code})`, 'name a file that the service can read');
  }
  throw settingFault('ca_file', `${path} has no certificate`, 'name a file with certificates in PEM form');
}

async function domainSidOf(
  session: LdapSession,
  { kind, defaultNamingContext }: ServerFacts,
): Promise<string | undefined> {
  if (kind !== 'active-directory' || defaultNamingContext === undefined) return undefined;
  const { entry } = await readEntry(session, defaultNamingContext, ['objectSid']);
  const sid = entry && octetsOf(entry, 'objectSid')[0];
  return sid && sidText(sid);
}

function ownBase({ defaultNamingContext, namingContexts }: ServerFacts, address: string): string {
  if (defaultNamingContext !== undefined) return defaultNamingContext;
  const [only, ...others] = namingContexts;
  if (only !== undefined && others.length === 0) return only;
  const message =
    only === undefined
      ? `${address} does not say what it holds (namingContexts)`
      : `${address} holds ${namingContexts.length} trees: ${namingContexts.slice(0, 10).join('; ')}`;
  throw settingFault('base', message, 'set base to the entry below which to read');
}

/** Reads the base entry, to see that it is there and which ids the server gives. */
async function idsBelow(session: LdapSession, base: string, { kind }: ServerFacts): Promise<IdScheme> {
  const { entry, result } = await readEntry(session, base, ['objectClass', ...idAttributes]);
  const { address } = session.endpoint;
  if (entry) {
    const ids = idSchemeOf(entry);
    const expected = {
      openldap: 'entryUUID',
      'active-directory': 'objectGUID',
      '389-ds': 'nsUniqueId',
      generic: undefined,
    };
    if (ids.attribute !== undefined || expected[kind] === undefined) return ids;
    const message = `${address} does not show the attribute ${expected[kind]} of ${base}, which identifies objects`;
    throw settingFault('bind_dn', message, `let it read ${expected[kind]}`);
  }
  const general = generalFault(result, address);
  if (general) throw general;
  switch (result.code) {
    case resultCodes.success:
    case resultCodes.insufficientAccessRights:
      throw settingFault(
        'base',
        `${address} does not show the entry ${base}`,
        'let bind_dn read it and what is below it',
      );
    case resultCodes.noSuchObject: {
      const nearest = result.matchedDn === '' ? '' : `; the nearest entry is ${result.matchedDn}`;
      const message = `${address} has no entry ${base}, or hides it from this name${nearest}`;
      throw settingFault('base', message, 'correct base, or let bind_dn read it');
    }
    case resultCodes.referral:
      throw settingFault(
        'base',
        `${address} refers to ${result.referrals.join(', ')} for ${base}`,
        'set url to that server',
      );
    case resultCodes.operationsError:
      throw settingFault('bind_dn', `${address} shows nothing without a bind (${wordsOf(result)})`, 'set bind_dn');
    default:
      throw settingFault('base', `${address} cannot read ${base} (${wordsOf(result)})`, 'correct base');
  }
}
