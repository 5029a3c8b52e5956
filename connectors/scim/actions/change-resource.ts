// Changes one attribute of a resource, and makes sure that nothing else of it is lost.
import { SourceUnavailable } from '../../../src/connector/transient.ts';
import type { ScimClient } from '../client.ts';
import { type Kind, patched, put, type ResourceChange, type Stored, stored } from './resources.ts';
import { expectNoLoss } from './side-effects.ts';

const mostTries = 3;

/**
 * Change a resource as `plan` says. It is asked again, with the resource as it is then, when somebody else changed it first.
 * @param plan undefined: the resource is as it should be
 * @throws ChangeRefused, SideEffect, SourceUnavailable
 */
export async function changeResource(
  client: ScimClient,
  kind: Kind,
  localId: string,
  plan: (now: Stored) => Promise<ResourceChange | undefined>,
  mayPut: (now: Stored) => Promise<void> = async () => {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const now = await stored(client, kind, localId);
    const change = await plan(now);
    if (!change) return;
    if (client.discovery.patches && change.patch && (await patched(client, now, change.patch)))
      return expectNoLoss(client, kind, now, { change, wasPut: false });
    await mayPut(now);
    if (await put(client, now, change)) return expectNoLoss(client, kind, now, { change, wasPut: true });
    if (attempt >= mostTries)
      throw new SourceUnavailable(`${now.url} was changed by somebody else each time before it could be changed`);
  }
}
