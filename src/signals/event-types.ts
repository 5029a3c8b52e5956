// The types of security events that are understood: CAEP 1.0 (openid.net/specs/openid-caep-1_0-final.html), RISC 1.0
// (openid.net/specs/openid-risc-1_0-final.html), SCIM events (RFC 9967), and those of a stream itself (SSF 1.0, section 8.1).

const caep = 'https://schemas.openid.net/secevent/caep/event-type/';
const risc = 'https://schemas.openid.net/secevent/risc/event-type/';
const ssf = 'https://schemas.openid.net/secevent/ssf/event-type/';
const scim = 'urn:ietf:params:scim:event:';

export const verificationType = `${ssf}verification`;
export const riskLevelType = `${caep}risk-level-change`;
export const scimPatchType = `${scim}prov:patch:notice`;
export const accountDisabledType = `${risc}account-disabled`;
export const accountEnabledType = `${risc}account-enabled`;

/** What follows from an event of a type. */
export interface EventMeaning {
  /** Whether its subject is read again. */
  readonly reads: boolean;
  /** What it says of the account, as a short name; absent: it is no activity of the account. */
  readonly activity?: string;
}

const read = { reads: true } as const;
const activity = (name: string): EventMeaning => ({ reads: true, activity: name });
const ofStream = { reads: false } as const;

const meanings: ReadonlyMap<string, EventMeaning> = new Map<string, EventMeaning>([
  [`${caep}session-revoked`, activity('session revoked')],
  [`${caep}credential-change`, activity('credential changed')],
  ...['token-claims-change', 'assurance-level-change', 'device-compliance-change'].map(
    name => [caep + name, read] as const,
  ),
  ...['session-established', 'session-presented', 'risk-level-change'].map(name => [caep + name, read] as const),
  [accountDisabledType, activity('account disabled')],
  [`${risc}account-purged`, activity('account purged')],
  // Deprecated by the session-revoked of CAEP, and still sent.
  [`${risc}sessions-revoked`, activity('session revoked')],
  ...['account-enabled', 'account-credential-change-required', 'credential-compromise'].map(
    name => [risc + name, read] as const,
  ),
  ...['identifier-changed', 'identifier-recycled', 'recovery-activated'].map(name => [risc + name, read] as const),
  ...['recovery-information-changed', 'opt-in', 'opt-out-initiated'].map(name => [risc + name, read] as const),
  ...['opt-out-cancelled', 'opt-out-effective'].map(name => [risc + name, read] as const),
  ...['create', 'put', 'patch'].flatMap(verb =>
    ['full', 'notice'].map(form => [`${scim}prov:${verb}:${form}`, read] as const),
  ),
  [`${scim}prov:activate`, read],
  [`${scim}prov:deactivate`, activity('account disabled')],
  [`${scim}prov:delete`, activity('account purged')],
  ...['feed:add', 'feed:remove'].map(name => [scim + name, read] as const),
  [`${scim}misc:asyncresp`, ofStream],
  [verificationType, ofStream],
  [`${ssf}stream-updated`, ofStream],
]);

/** Names of drafts of RFC 9967 had `SCIM` in capitals. */
export const meaningOfEvent = (type: string): EventMeaning | undefined =>
  meanings.get(type) ?? meanings.get(type.replace(/^urn:ietf:params:SCIM:/, 'urn:ietf:params:scim:'));

/** Types whose events are activities of an account. */
export const activityTypes: readonly string[] = [...meanings].flatMap(([type, { activity: is }]) => (is ? [type] : []));

/** Types to request from a transmitter: those that say something of subjects. */
export const requestedTypes: readonly string[] = [...meanings].flatMap(([type, { reads }]) => (reads ? [type] : []));
