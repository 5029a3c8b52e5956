// Pools of workload identities and their providers: whose tokens Google Cloud accepts instead of keys
// (cloud.google.com/iam/docs/reference/rest/v1/projects.locations.workloadIdentityPools). Read once for all reads.
import type { Gap, Rejection } from '../../../src/connector/contract.ts';
import { flagOfValue } from '../../../src/connector/flags.ts';
import { distinctGaps } from '../../../src/connector/gaps.ts';
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import { together } from '../../../src/connector/together.ts';
import type { GcpClient } from '../client.ts';
import { lastPart } from '../ids.ts';
import { wholeGcpList, workloadPoolList, workloadProviderList } from '../lists.ts';
import { hierarchyOf, projectsOf } from './hierarchy.ts';

export interface WorkloadProvider {
  /** `projects/NUMBER/locations/global/workloadIdentityPools/POOL/providers/ID`. */
  readonly name: string;
  readonly item: unknown;
  /** Neither it nor its pool is disabled or deleted. */
  readonly isActive: boolean;
}

export interface WorkloadPool {
  /** `projects/NUMBER/locations/global/workloadIdentityPools/ID`. */
  readonly name: string;
  readonly id: string;
  /** `projects/ID`. */
  readonly project: string;
  readonly item: unknown;
  readonly isActive: boolean;
  readonly providers: readonly WorkloadProvider[];
}

export interface WorkloadPools {
  readonly pools: readonly WorkloadPool[];
  readonly gaps: readonly Gap[];
  readonly rejected: readonly Rejection[];
}

export const workloadPoolsOf = (client: GcpClient): Promise<WorkloadPools> =>
  client.once('workload pools', async () => {
    const hierarchy = await hierarchyOf(client);
    const state = { pools: [] as WorkloadPool[], gaps: [...hierarchy.gaps], rejected: [] as Rejection[] };
    await together(projectsOf(hierarchy), async project => {
      const list = await wholeGcpList(client, workloadPoolList(project));
      state.gaps.push(...list.gaps);
      await together(list.items, async item => {
        const name = nameOf(item, poolName, state.rejected, `workloadIdentityPools of ${project}`);
        if (name === undefined) return;
        const isActive = isUsable(item);
        const providers = hasProviders(item) ? await providersOf(client, name, isActive, state) : [];
        state.pools.push({ name, id: lastPart(name), project: `projects/${project}`, item, isActive, providers });
      });
    });
    const pools = state.pools.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return { ...state, pools, gaps: distinctGaps(state.gaps) };
  });

async function providersOf(
  client: GcpClient,
  pool: string,
  isPoolActive: boolean,
  state: { gaps: Gap[]; rejected: Rejection[] },
): Promise<WorkloadProvider[]> {
  const list = await wholeGcpList(client, workloadProviderList(pool));
  state.gaps.push(...list.gaps);
  return list.items.flatMap(item => {
    const name = nameOf(item, providerName, state.rejected, `providers of ${pool}`);
    return name === undefined ? [] : [{ name, item, isActive: isPoolActive && isUsable(item) }];
  });
}

const poolName = /^projects\/[^/\s]+\/locations\/global\/workloadIdentityPools\/[a-z0-9][a-z0-9.-]*$/;
const providerName = /^projects\/[^/\s]+\/locations\/global\/workloadIdentityPools\/[^/\s]+\/providers\/[a-z0-9-]+$/;

function nameOf(item: unknown, form: RegExp, rejected: Rejection[], place: string): string | undefined {
  const name = textAt(item, 'name');
  if (name !== undefined && form.test(name)) return name;
  rejected.push({ place, reasons: ['has no name, or one of another form'], record: item });
  return undefined;
}

/** The API leaves out what is false. */
const isUsable = (item: unknown) =>
  flagOfValue(valueAt(item, 'disabled')) !== true && textAt(item, 'state') !== 'DELETED';

/** Pools of other modes are trust domains, and have no providers. */
const hasProviders = (item: unknown) =>
  ['FEDERATION_ONLY', 'MODE_UNSPECIFIED'].includes(textAt(item, 'mode') ?? 'FEDERATION_ONLY');
