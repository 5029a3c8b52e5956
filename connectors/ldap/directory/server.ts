// What a server says of itself in its root entry (RFC 4512, section 5.1).
import { generalFault, resultCodes, settingFault, wordsOf } from '../protocol/faults.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { readEntry } from '../protocol/search.ts';
import type { LdapSession } from '../protocol/session.ts';
import { firstText, textsOf } from './entry.ts';

export type ServerKind = 'openldap' | 'active-directory' | '389-ds' | 'generic';

export interface ServerFacts {
  readonly kind: ServerKind;
  /** Name of the product, for example `OpenLDAP`. */
  readonly product: string;
  /** AD LDS: a directory of Active Directory that is no domain. */
  readonly isLightweight: boolean;
  readonly version: string | undefined;
  readonly namingContexts: readonly string[];
  /** Active Directory only. */
  readonly defaultNamingContext: string | undefined;
  readonly controls: ReadonlySet<string>;
  readonly dnsHostName: string | undefined;
  /** DN of the server's own settings (nTDSDSA object), which has its invocationId. Active Directory only. */
  readonly dsServiceName: string | undefined;
  /** The highest sequence number that this server has given to a change. Active Directory only. */
  readonly highestCommittedUsn: string | undefined;
}

const asked = [
  'objectClass',
  'namingContexts',
  'defaultNamingContext',
  'supportedControl',
  'supportedCapabilities',
  'supportedExtension',
  'vendorName',
  'vendorVersion',
  'dnsHostName',
  'dsServiceName',
  'highestCommittedUSN',
  'configContext',
  'structuralObjectClass',
];

/** LDAP_CAP_ACTIVE_DIRECTORY_OID and LDAP_CAP_ACTIVE_DIRECTORY_ADAM_OID (MS-ADTS, section 3.1.1.3.4.3) */
const domainOid = '1.2.840.113556.1.4.800';
const lightweightOid = '1.2.840.113556.1.4.1851';

/** Begins a replication session of 389 Directory Server (repl5.h), also where a distributor gave the server another name. */
const replicationOid = '2.16.840.1.113730.3.5.12';

export async function readServerFacts(session: LdapSession): Promise<ServerFacts> {
  const { entry, result } = await readEntry(session, '', asked);
  if (!entry) {
    const { address } = session.endpoint;
    const fault = result.code === resultCodes.success ? undefined : generalFault(result, address);
    throw (
      fault ??
      settingFault('url', `${address} does not show its root entry (${wordsOf(result)})`, 'let bind_dn read it')
    );
  }
  return {
    ...productOf(entry),
    version: firstText(entry, 'vendorVersion'),
    namingContexts: textsOf(entry, 'namingContexts'),
    defaultNamingContext: firstText(entry, 'defaultNamingContext'),
    controls: new Set(textsOf(entry, 'supportedControl')),
    dnsHostName: firstText(entry, 'dnsHostName'),
    dsServiceName: firstText(entry, 'dsServiceName'),
    highestCommittedUsn: firstText(entry, 'highestCommittedUSN'),
  };
}

function productOf(entry: RawEntry): Pick<ServerFacts, 'kind' | 'product' | 'isLightweight'> {
  const capabilities = textsOf(entry, 'supportedCapabilities');
  const vendor = firstText(entry, 'vendorName') ?? '';
  if (capabilities.includes(domainOid)) {
    const product = vendor.startsWith('Samba') ? 'Samba' : 'Active Directory';
    return { kind: 'active-directory', product, isLightweight: false };
  }
  if (capabilities.includes(lightweightOid))
    return { kind: 'active-directory', product: 'AD LDS', isLightweight: true };
  const isLightweight = false;
  const classes = [...textsOf(entry, 'objectClass'), ...textsOf(entry, 'structuralObjectClass')];
  if (classes.some(name => name.toLowerCase() === 'openldaprootdse'))
    return { kind: 'openldap', product: 'OpenLDAP', isLightweight };
  const version = firstText(entry, 'vendorVersion') ?? '';
  const replicates = textsOf(entry, 'supportedExtension').includes(replicationOid);
  if (replicates || vendor.startsWith('389') || /^(?:389|Red Hat|Fedora)-Directory/.test(version)) {
    return { kind: '389-ds', product: '389 Directory Server', isLightweight };
  }
  return { kind: 'generic', product: vendor || 'LDAP', isLightweight };
}
