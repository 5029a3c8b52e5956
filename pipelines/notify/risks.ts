// Finds new critical risks: those in the version in service that the previously searched version did not have.

import { recordOccasions } from '../../src/state/notices/notices.ts';
import { compareRisks, noticeProgress } from '../../src/state/notices/progress.ts';
import { readableVersions } from '../../src/state/versions.ts';
import { StorageMissing } from '../../src/storage/storage.ts';
import { type CriticalRisk, criticalRisks } from '../../src/warehouse/version/critical-risks.ts';
import type { PipelineContext } from '../job/context.ts';
import { type NoticeOccasion, subscribersOf } from '../job/subscribers.ts';

/** How many risks a notice lists. The others are only counted. */
const listed = 20;

export async function findNewRisks(context: PipelineContext): Promise<void> {
  const { database, tenant, notifications } = context;
  const { version: searched } = await noticeProgress(database, tenant);
  const [current] = await readableVersions(database, tenant);
  if (!current || current.version <= searched) return;
  const { version } = current;
  const risks = await risksOf(context, current.folder);
  if (!risks) return;
  const ids = risks.map(({ id }) => id);
  await compareRisks(database, tenant, { version, risks: ids }, async (transaction, added) => {
    if (added.size === 0) return;
    const occasion = occasionOf(
      version,
      risks.filter(({ id }) => added.has(id)),
    );
    await recordOccasions(transaction, tenant, [occasion], each => subscribersOf(notifications.subscriptions, each));
  });
}

/** @returns undefined when the version was removed meanwhile; then there is a newer one */
async function risksOf(
  { storage, keys, workspace }: PipelineContext,
  folder: string,
): Promise<CriticalRisk[] | undefined> {
  try {
    const local = await storage.borrowFolder(keys.version(folder));
    try {
      return await criticalRisks(local.path, workspace.place('risks', '.'));
    } finally {
      local.release();
    }
  } catch (error) {
    if (error instanceof StorageMissing) return undefined;
    throw error;
  }
}

function occasionOf(version: number, risks: readonly CriticalRisk[]): NoticeOccasion {
  const shown = risks.slice(0, listed);
  const lines = shown.map(({ rule, description, id }) => `- ${[rule, description].filter(Boolean).join(': ') || id}`);
  const more = risks.length > shown.length ? [`… and ${risks.length - shown.length} more`] : [];
  return {
    event: 'critical-risk',
    occasion: `version ${version}`,
    title: risks.length === 1 ? 'A new critical risk' : `${risks.length} new critical risks`,
    body: `In version ${version}:\n${[...lines, ...more].join('\n')}`,
    details: { version, count: risks.length, risks: shown },
  };
}
