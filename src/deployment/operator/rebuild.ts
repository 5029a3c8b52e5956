// A full build that an operator requested: the comparison with the version in service, and the publication.
import { compareRebuilt, type RebuiltComparison } from '../../../pipelines/building/rebuild.ts';
import { OperatorError } from '../../errors.ts';
import { type Build, requestBuild } from '../../state/versions.ts';
import type { Service } from '../service.ts';
import type { Tenant } from '../tenant.ts';
import { untilBuildEnded } from './until-ended.ts';

export interface RebuildOutcome {
  /** Null when nothing of the version in service can be read. */
  readonly comparison: RebuiltComparison | null;
  /** Null when no publication was requested. */
  readonly build: Build | null;
}

/**
 * @param publish afterwards publish a version that reuses no file of the version in service
 * @throws OperatorError when there is nothing to compare and nothing to publish
 */
export async function rebuildVersion(service: Service, tenant: Tenant, publish: boolean): Promise<RebuildOutcome> {
  const comparison = (await compareRebuilt(tenant.context)) ?? null;
  if (!publish) {
    if (comparison) return { comparison, build: null };
    throw new OperatorError('there is no version in service that can be compared; `--publish` makes a new one');
  }
  const requested = await requestBuild(service.database, tenant.name, { isFull: true });
  await tenant.context.addJob('build', requested.build_id);
  const build = await untilBuildEnded(service, requested.build_id);
  if (build.status === 'Published') await tenant.context.versionsChanged();
  return { comparison, build };
}
