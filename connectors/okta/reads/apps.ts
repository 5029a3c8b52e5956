// The applications of the organisation. They are few, so they are read once for all reads that need them.
import type { Gap } from '../../../src/connector/contract.ts';
import type { OktaClient } from '../client.ts';
import { pageSizes } from '../limits.ts';
import { wholeOktaList } from '../paging.ts';

export function everyApp(client: OktaClient): Promise<{ items: unknown[]; gaps: Gap[] }> {
  return client.once('apps', () =>
    wholeOktaList(client, { url: 'api/v1/apps', query: { limit: pageSizes.apps }, scope: 'okta.apps.read' }),
  );
}
