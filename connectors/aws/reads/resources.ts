// The organisation and its accounts as resources, and resources that policies name one by one.
import type { Page, SourceRecord } from '../../../src/connector/contract.ts';
import { relationshipId } from '../../../src/connector/relationship-id.ts';
import type { AwsClient } from '../client.ts';
import { authorization } from '../inventory/authorization.ts';
import { organization } from '../inventory/organization.ts';
import { namedResource, namedResourceRecord, resourceClassRecord } from '../records/named-resources.ts';
import { accountResource, organizationClasses, organizationNodeOf } from '../records/organization.ts';
import { identityAccess } from './assignments.ts';
import { pagesOfRecords } from './pages.ts';
import { accountAlias } from './sign-in.ts';

interface Resources {
  readonly records: readonly SourceRecord[];
  readonly classes: readonly SourceRecord[];
}

function resources(client: AwsClient): Promise<Resources> {
  return client.once('resources', async () => {
    const { nodes } = await organization(client);
    const { alias } = await accountAlias(client);
    const containers = nodes.map(organizationNodeOf);
    if (!nodes.some(({ id }) => id === client.account)) containers.push(accountResource(client.account, alias));
    const accounts = new Set(containers.map(({ id }) => id));
    const arns = new Set(
      (await identityAccess(client)).flatMap(({ assignedObjectType, assignedObjectId }) =>
        assignedObjectType === 'ResourceInstance' && !accounts.has(String(assignedObjectId))
          ? [String(assignedObjectId)]
          : [],
      ),
    );
    const named = [...arns].flatMap(arn => namedResource(arn) ?? []);
    return {
      records: [...containers, ...named.map(resource => namedResourceRecord(resource, accounts))],
      classes: [
        ...organizationClasses,
        ...[...new Set(named.map(({ resourceClass }) => resourceClass))].map(resourceClassRecord),
      ],
    };
  });
}

export async function* resourceClassPages(client: AwsClient): AsyncGenerator<Page> {
  yield* pagesOfRecords((await resources(client)).classes, (await authorization(client)).gaps);
}

export async function* resourcePages(client: AwsClient): AsyncGenerator<Page> {
  const { gaps } = await organization(client);
  yield* pagesOfRecords((await resources(client)).records, [
    ...(await authorization(client)).gaps,
    ...gaps,
    ...(await accountAlias(client)).gaps,
  ]);
}

export async function* containmentPages(client: AwsClient): AsyncGenerator<Page> {
  const { gaps } = await organization(client);
  const { records } = await resources(client);
  const edges = records.flatMap(({ id, parentId }) =>
    typeof parentId === 'string'
      ? [{ id: relationshipId(['ResourceInstance', parentId], ['ResourceInstance', id]), parentId, childId: id }]
      : [],
  );
  yield* pagesOfRecords(edges, [...(await authorization(client)).gaps, ...gaps]);
}
