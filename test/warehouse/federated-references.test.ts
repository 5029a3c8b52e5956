// References to objects of other application instances, which authentication keys name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrichment, type Landed, openEnrichment } from '../support/enrichment/enriched.ts';
import {
  account,
  assigned,
  deployment,
  directory,
  forge,
  identity,
  provider,
  wiki,
} from '../support/enrichment/people.ts';

const key = 'of the wiki';
let enrichment: Enrichment;
beforeAll(async () => {
  enrichment = await openEnrichment();
});
afterAll(() => enrichment?.[Symbol.asyncDispose]());

describe('a federated reference', () => {
  const federated = (authenticationKey: string) => ({
    createdBy: 'i',
    createdByFederation: { isFederated: true, authenticationKey },
  });
  const creators = async (landed: Landed) => {
    await enrichment.run(landed);
    const rows = await enrichment.duckdb.rows<{ id: string; creator: string | null }>(
      `SELECT account."id", creator."objectMetadata"."ApplicationInstanceId"::VARCHAR AS creator FROM model."Account" AS account
       JOIN model."Account" AS creator ON creator."globalId" = account."globalCreatedBy"`,
    );
    return Object.fromEntries(rows.map(({ id, creator }) => [id, creator]));
  };

  it('leads to the instance that the key names, seen from either side', async () => {
    const landed = {
      [provider]: {
        Account: [identity('i'), identity('j', federated(key))],
        AssignedApplication: [assigned('w', 'Wiki', [key])],
      },
      [wiki]: {
        Account: [account('i'), account('a', federated(key))],
        IntegratedApplication: [deployment('Wiki', [key])],
      },
      [forge]: { Account: [account('b', federated(key)), account('c', { createdBy: 'b' })] },
    };
    expect(await creators(landed)).toEqual({ a: provider, j: wiki, b: wiki, c: forge });
  });

  it('leads nowhere when the key names none, or several', async () => {
    const landed = {
      [provider]: { Account: [identity('i')], AssignedApplication: [assigned('w', 'Wiki', [key])] },
      [directory]: { Account: [identity('i')], AssignedApplication: [assigned('w', 'Wiki', [key])] },
      [wiki]: { Account: [account('i'), account('a', federated(key)), account('b', federated('unknown'))] },
    };
    expect(await creators(landed)).toEqual({});
  });

  it('of a relationship leads to the side that is elsewhere', async () => {
    const grant = (connectionType: string) => ({
      id: connectionType,
      entityId: 'staff',
      entityType: 'UserGroup',
      managedViaObjectId: 'team',
      managedViaObjectType: 'UserGroup',
      federationSpecification: {
        isFederated: true,
        connectionType,
        sourceAuthenticationKey: key,
        targetAuthenticationKey: key,
      },
    });
    const groups = ['staff', 'team'].map(id => ({ id, name: id, type: 'Security' }));
    await enrichment.run({
      [provider]: { UserGroup: groups, AssignedApplication: [assigned('w', 'Wiki', [key])] },
      [wiki]: {
        UserGroup: groups,
        IntegratedApplication: [deployment('Wiki', [key])],
        EntityManagedViaObject: ['Source', 'Target', 'Both'].map(grant),
      },
    });
    const rows = await enrichment.duckdb.rows<Record<string, string>>(
      `SELECT relation."id", entity."objectMetadata"."ApplicationInstanceId"::VARCHAR AS entity,
         object."objectMetadata"."ApplicationInstanceId"::VARCHAR AS object
       FROM model."EntityManagedViaObject" AS relation
       JOIN model."UserGroup" AS entity ON entity."globalId" = "globalEntityId"
       JOIN model."UserGroup" AS object ON object."globalId" = "globalManagedViaObjectId" ORDER BY relation."id"`,
    );
    expect(rows.map(row => Object.values(row))).toEqual([
      ['Both', provider, provider],
      ['Source', provider, wiki],
      ['Target', wiki, provider],
    ]);
  });
});
