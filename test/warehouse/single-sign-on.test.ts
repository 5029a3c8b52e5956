// Which accounts are linked by single sign-on, which applications are one, and why not where it nearly works.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oidcAuthenticationKey, signInLabels } from '../../src/connector/authentication-keys.ts';
import { type Enrichment, type Landed, openEnrichment } from '../support/enrichment/enriched.ts';
import {
  account,
  assigned,
  deployment,
  directory,
  type Fields,
  forge,
  identity,
  provider,
  wiki,
} from '../support/enrichment/people.ts';

const issuer = 'https://id.one.example';
const key = oidcAuthenticationKey(issuer, 'wiki-client');
const digest = (text: string, form: 'base64' | 'base64url' | 'hex' = 'base64') =>
  createHash('sha256').update(text).digest(form);

let enrichment: Enrichment;
beforeAll(async () => {
  enrichment = await openEnrichment();
});
afterAll(() => enrichment?.[Symbol.asyncDispose]());

/** An identity provider and the wiki that signs in through it. */
const organisation = (identities: readonly Fields[], accounts: readonly Fields[], more: Fields = {}): Landed => ({
  [provider]: { Account: identities, AssignedApplication: [assigned('w', 'Wiki', [key])] },
  [wiki]: { Account: accounts, IntegratedApplication: [deployment('Wiki', [key], more)] },
});

/** Account → what enrichment says of its sign-in; accounts of which it says nothing are left out. */
async function signIns(landed: Landed) {
  await enrichment.run(landed);
  const rows = await enrichment.duckdb.rows<{ id: string; available: boolean; source: string | null }>(
    `SELECT account."id", enriched."enrichedIsSSOLoginAvailable" AS available, source."id" AS source
     FROM enrich."Account" AS enriched JOIN model."Account" AS account USING ("globalId")
     LEFT JOIN model."Account" AS source ON source."globalId" = "enrichedSSOSourceAccountId"
     WHERE "enrichedIsSSOLoginAvailable" IS NOT NULL`,
  );
  return Object.fromEntries(rows.map(({ id, available, source }) => [id, [available, source]]));
}

/** Account, or deployment and assigned application → reason. */
async function nearMisses() {
  const rows = await enrichment.duckdb.rows<{ subject: string; reason: string }>(
    `SELECT concat_ws(' ', account."id", deployment."name", application."id") AS subject, reason
     FROM enrich.sso_near_misses AS miss
     LEFT JOIN model."Account" AS account ON account."globalId" = miss.account_id
     LEFT JOIN model."IntegratedApplication" AS deployment ON deployment."globalId" = miss.deployment_id
     LEFT JOIN model."AssignedApplication" AS application ON application."globalId" = miss.assigned_application_id
     ORDER BY subject, reason`,
  );
  return rows.map(({ subject, reason }) => `${subject}: ${reason}`);
}

const ada = identity('i', { alias: 'ada@one.example', email: 'ada@one.example' });

describe('an account is linked to the identity account', () => {
  it.each([
    ['by federation id', { federationId: { type: 'NameID', value: 'ADA@one.example' } }],
    ['by federation id of the same key', { federationId: { type: 'sub', value: 'i', authenticationKey: key } }],
    ['by e-mail address', { email: 'Ada@One.example' }],
    ['by username', { alias: 'ada@one.example' }],
  ])('%s', async (_, fields) => {
    expect(await signIns(organisation([ada], [account('a', fields)]))).toEqual({ a: [true, 'i'] });
    expect(await nearMisses()).toEqual([]);
  });

  it('when only the federation ids of accounts name the key', async () => {
    const federated = account('a', {
      federationId: { type: 'NameID', value: 'ada@one.example', authenticationKey: key },
    });
    const { [provider]: idp } = organisation([ada], []);
    expect(await signIns({ [provider]: idp!, [wiki]: { Account: [federated] } })).toEqual({ a: [true, 'i'] });
  });

  it('when only an active authenticator has the key', async () => {
    const withAuthenticator = (isActive: boolean): Landed => ({
      [provider]: { Account: [ada], Authenticator: [{ id: 't', name: 'SAML', isActive, authenticationKeys: [key] }] },
      [wiki]: {
        Account: [account('a', { email: 'ada@one.example' })],
        IntegratedApplication: [deployment('Wiki', [key])],
      },
    });
    expect(await signIns(withAuthenticator(true))).toEqual({ a: [true, 'i'] });
    expect(await signIns(withAuthenticator(false))).toEqual({});
    expect(await nearMisses()).toEqual(['Wiki: rotatedCertificate']);
  });
});

describe('a deployment without a key', () => {
  const entityId = 'https://wiki.example/saml';
  const named = (id: string, keys: readonly string[], entity = entityId) => ({
    ...assigned(id, id, keys),
    samlEntityId: entity,
  });
  const keyless = (name: string, keys: readonly string[] = []) => ({
    ...deployment(name, keys),
    labels: signInLabels({ entityId }),
  });
  const links = (applications: readonly Fields[], deployments: readonly Fields[]) =>
    signIns({
      [provider]: { Account: [ada], AssignedApplication: applications },
      [wiki]: { Account: [account('a', { email: 'ada@one.example' })], IntegratedApplication: deployments },
    });

  it.each([
    ['has a key', [key]],
    ['has none either', []],
  ])('belongs to the application with its entity id, which %s', async (_, keys) => {
    expect(await links([named('w', keys)], [keyless('Wiki')])).toEqual({ a: [true, 'i'] });
    const [row] = await enrichment.duckdb.rows<{ same: boolean }>(
      `SELECT "enrichedResolvedDeploymentId" = (SELECT "globalId" FROM model."IntegratedApplication") AS same
       FROM enrich."AssignedApplication"`,
    );
    expect(row!.same).toBe(true);
    expect(await nearMisses()).toEqual([]);
  });

  it.each([
    ['several applications have the entity id', [named('w', [key]), named('v', [key])], [keyless('Wiki')]],
    ['the entity id differs', [named('w', [key], 'https://other.example')], [keyless('Wiki')]],
    ['it tells another key', [named('w', [key])], [keyless('Wiki', ['other'])]],
  ])('belongs to none when %s', async (_, applications, deployments) => {
    expect(await links(applications, deployments)).toEqual({});
  });
});

describe('an account is not linked', () => {
  it.each([
    ['unknownFederationId', { federationId: { type: 'NameID', value: 'eve' }, email: 'ada@one.example' }, {}],
    ['otherKey', { federationId: { type: 'NameID', value: 'ada@one.example', authenticationKey: 'other' } }, {}],
    ['excluded', { email: 'ada@one.example', ssoRequirements: 'Disabled' }, {}],
    ['excluded', { email: 'ada@one.example' }, { ssoExclusions: ['a'] }],
    ['noIdentity', { email: 'eve@one.example' }, {}],
    ['noIdentity', { email: 'eve@one.example', alias: 'ada@one.example' }, {}],
  ])('%s: %j', async (reason, fields, requirements) => {
    const more = { authenticationRequirements: { authenticationKeys: [key], ...requirements } };
    expect(await signIns(organisation([ada], [account('a', fields)], more))).toEqual({ a: [false, null] });
    expect(await nearMisses()).toEqual([`a: ${reason}`]);
  });

  it('to one of several that fit', async () => {
    const twins = [ada, identity('j', { email: 'ADA@one.example' })];
    expect(await signIns(organisation(twins, [account('a', { email: 'ada@one.example' })]))).toEqual({
      a: [false, null],
    });
    expect(await nearMisses()).toEqual(['a: severalIdentities']);
  });

  it('when it has another function, or the other side has', async () => {
    const machine = account('m', { email: 'ada@one.example', type: 'Machine' });
    const mfa = account('n', { email: 'ada@one.example', authenticationFunctions: ['MFA'] });
    expect(await signIns(organisation([ada], [machine, mfa]))).toEqual({});
    const { authenticationFunctions: _, ...plain } = ada;
    const noIdentity = { ...plain, authenticationFunctions: ['Directory'] };
    expect(await signIns(organisation([noIdentity], [account('a', { email: 'ada@one.example' })]))).toEqual({
      a: [false, null],
    });
  });

  it('but to a disabled identity account, through which nobody can sign in', async () => {
    const disabled = { ...ada, enabled: false };
    expect(await signIns(organisation([disabled], [account('a', { email: 'ada@one.example' })]))).toEqual({
      a: [false, 'i'],
    });
    expect(await nearMisses()).toEqual(['a: identityDisabled']);
  });

  it('and nothing is said, where no identity provider has the key', async () => {
    const landed = { [wiki]: { Account: [account('a')], IntegratedApplication: [deployment('Wiki', ['unknown'])] } };
    expect(await signIns(landed)).toEqual({});
  });
});

describe('applications and deployments', () => {
  const resolved = async (landed: Landed) => {
    await enrichment.run(landed);
    const rows = await enrichment.duckdb.rows<Record<string, string | null>>(
      `SELECT application."id", deployment."name" AS deployment, "enrichedOAuthClientId" AS client, "enrichedSamlEntityId" AS entity
       FROM enrich."AssignedApplication" JOIN model."AssignedApplication" AS application USING ("globalId")
       LEFT JOIN model."IntegratedApplication" AS deployment ON deployment."globalId" = "enrichedResolvedDeploymentId" ORDER BY ALL`,
    );
    return rows.map(row => Object.values(row));
  };

  it('are matched by a key that only they have', async () => {
    const landed = {
      [provider]: { AssignedApplication: [assigned('w', 'Intranet', [key]), assigned('f', 'Forge', ['none'])] },
      [wiki]: {
        IntegratedApplication: [deployment('Wiki', [key], { labels: signInLabels({ clientId: 'c', entityId: 'e' }) })],
      },
    };
    expect(await resolved(landed)).toEqual([
      ['f', null, null, null],
      ['w', 'Wiki', 'c', 'e'],
    ]);
  });

  it('that share a certificate are told apart by entity id, its host, the client id or the name', async () => {
    const applications = [
      assigned('entity', 'A', ['saml'], { samlEntityId: 'urn:wiki' }),
      assigned('host', 'B', ['saml'], { samlEntityId: 'https://Forge.example:8443/saml' }),
      assigned('name', 'Desk', ['saml']),
      assigned('none', 'Other', ['saml']),
    ];
    const landed = {
      [provider]: { AssignedApplication: applications },
      [wiki]: {
        IntegratedApplication: [deployment('Wiki', ['saml'], { labels: signInLabels({ entityId: 'urn:wiki' }) })],
      },
      [forge]: { IntegratedApplication: [deployment('Forge', ['saml'], { key: 'forge.example' })] },
      [directory]: { IntegratedApplication: [deployment('desk', ['saml'])] },
    };
    expect((await resolved(landed)).map(([id, name]) => [id, name])).toEqual([
      ['entity', 'Wiki'],
      ['host', 'Forge'],
      ['name', 'desk'],
      ['none', null],
    ]);
    expect(await nearMisses()).toEqual(['none: ambiguousKey']);
  });

  it('show the client id that is the id of the application, when the key proves it', async () => {
    const labels = signInLabels({ issuer });
    const landed = {
      [provider]: {
        AssignedApplication: [
          assigned('wiki-client', 'Wiki', [key], { labels }),
          assigned('x', 'Forge', [key], { labels }),
        ],
      },
    };
    expect(await resolved(landed)).toEqual([
      ['wiki-client', null, 'wiki-client', null],
      ['x', null, null, null],
    ]);
  });

  it('read twice are one deployment', async () => {
    await enrichment.run({
      [wiki]: { IntegratedApplication: [deployment('Wiki', [], { key: 'W.example' })] },
      [forge]: {
        IntegratedApplication: [deployment('wiki ', [], { key: 'w.example' }), { id: 'plain', name: 'Forge' }],
      },
    });
    const [row] = await enrichment.duckdb.rows(
      `SELECT count(DISTINCT "enrichedResolvedDeploymentId")::INTEGER AS deployments, count("enrichedResolvedDeploymentId")::INTEGER AS applications,
         list(DISTINCT "globalDeploymentKey" ORDER BY "globalDeploymentKey") AS keys FROM enrich."IntegratedApplication"`,
    );
    expect(row).toMatchObject({ deployments: 1, applications: 2 });
  });
});

describe('a near miss of two applications', () => {
  const labels = signInLabels({ issuer: 'https://id.One.example/', clientId: 'wiki-client' });
  const pair = (ofDeployment: string, more: Fields = {}, ofProvider = key, provided: Fields = { labels }): Landed => ({
    [provider]: { AssignedApplication: [assigned('w', 'Wiki', [ofProvider], provided)] },
    [wiki]: { IntegratedApplication: [deployment('Intranet', [ofDeployment], more)] },
  });

  it.each<[string, Landed]>([
    ['issuerSlash', pair(digest('https://id.one.example,wiki-client'))],
    ['issuerCase', pair(digest('https://id.One.example/,wiki-client'))],
    ['issuerCase', pair(digest('https://id.One.example,wiki-client'))],
    ['encoding', pair(digest('https://id.one.example/,wiki-client', 'hex'))],
    ['encoding', pair(digest('https://id.one.example/,wiki-client', 'base64url'))],
    ['issuerSlash', pair(key, { labels }, digest('https://id.one.example,wiki-client'), {})],
    [
      'rotatedCertificate',
      pair('old', { labels: signInLabels({ entityId: 'urn:w' }) }, 'new', { samlEntityId: 'urn:w' }),
    ],
    ['clientId', pair('other', { name: 'Wiki', labels: signInLabels({ clientId: 'wrong' }) })],
    [
      'issuer',
      pair('other', { name: 'Wiki', labels: signInLabels({ issuer: 'https://old.example', clientId: 'wiki-client' }) }),
    ],
    ['keysDiffer', pair('other', { name: 'Wiki' })],
  ])('%s', async (reason, landed) => {
    await enrichment.run(landed);
    const name = Object.values(landed).flatMap(types => types['IntegratedApplication'] ?? [])[0]!['name'];
    expect(await nearMisses()).toEqual([`${name} w: ${reason}`]);
  });

  it('clientId, when the deployment has that of another application', async () => {
    await enrichment.run({
      [provider]: { AssignedApplication: [assigned('w', 'Wiki', ['of wiki']), assigned('f', 'Forge', ['of forge'])] },
      [wiki]: { IntegratedApplication: [deployment('Wiki', ['of forge'])] },
    });
    expect(await nearMisses()).toEqual(['Wiki w: clientId']);
  });

  it('is none between applications that differ in everything', async () => {
    await enrichment.run(pair('other'));
    expect(await nearMisses()).toEqual([]);
  });
});
