// Finds the accounts of received events, and requests that they are read again. An event whose subject is not known makes its source be
// read early: the account may be new.
import { accountHints } from '../../src/signals/subjects.ts';
import {
  receivedSignals,
  recordMatches,
  type SignalMatch,
  type StoredSignal,
} from '../../src/state/signals/signals.ts';
import { awaitObjects, requestEarlyRun } from '../../src/state/signals/targeted-runs.ts';
import { type AccountOfSubject, accountsOfSubjects } from '../../src/warehouse/version/accounts-of-subjects.ts';
import type { PipelineContext } from '../job/context.ts';
import { withVersionInService } from './local-version.ts';

/** Events that are looked at together. */
const eventsAtOnce = 2000;
/** A subject that names more accounts names none in particular. */
const mostAccounts = 10;

export async function matchSignals(context: PipelineContext, stop: AbortSignal): Promise<void> {
  for (;;) {
    stop.throwIfAborted();
    const received = await receivedSignals(context.database, context.tenant, eventsAtOnce);
    if (received.length === 0) return;
    const matches = await matchesOf(context, received);
    await record(context, received, matches);
    if (received.length < eventsAtOnce) return;
  }
}

async function matchesOf(context: PipelineContext, received: readonly StoredSignal[]): Promise<SignalMatch[]> {
  const issuers = new Map(context.signals.transmitters.map(({ settings }) => [settings.name, settings.issuer]));
  const named = received.flatMap(({ source_id: sourceId, transmitter, subject }, event): AccountOfSubject[] => {
    const instance = context.sources.get(sourceId)?.config.application_instance_id;
    if (instance === undefined) return [];
    return accountHints(subject, issuers.get(transmitter) ?? '').map(hint => ({ event, instance, ...hint }));
  });
  const found = named.length === 0 ? new Map<number, readonly string[]>() : await lookup(context, named);
  const isNamed = new Set(named.map(({ event }) => event));
  return received.map(({ signal_id: signalId, source_id: sourceId }, event) => {
    const ids = found.get(event) ?? [];
    const none = { signalId, accountIds: [] };
    if (!context.sources.has(sourceId)) return { ...none, reason: `there is no source ${sourceId} any more` };
    if (!isNamed.has(event)) return { ...none, reason: 'the subject names no account that could be looked for' };
    if (ids.length === 0) return { ...none, reason: 'no account of the source has this subject' };
    if (ids.length > mostAccounts) return { ...none, reason: `${ids.length} accounts of the source have this subject` };
    return { signalId, accountIds: ids, reason: undefined };
  });
}

const lookup = async (context: PipelineContext, named: readonly AccountOfSubject[]) =>
  (await withVersionInService(context, (folder, spill) => accountsOfSubjects(folder, spill, named))) ??
  new Map<number, readonly string[]>();

async function record(
  context: PipelineContext,
  received: readonly StoredSignal[],
  matches: readonly SignalMatch[],
): Promise<void> {
  const { database, tenant, sources } = context;
  const bySource = Map.groupBy(received.entries(), ([, { source_id: sourceId }]) => sourceId);
  for (const [sourceId, events] of bySource) {
    const ofSource = [...events].map(([index]) => matches[index]!);
    const readableTypes = Object.keys(sources.get(sourceId)?.connector.readObjects ?? {});
    const runs = await database.transaction(async transaction => {
      const recorded = await recordMatches(transaction, ofSource);
      const own = ofSource.filter(({ signalId }) => recorded.has(signalId));
      if (!sources.has(sourceId) || own.length === 0) return [];
      const ids = new Set(own.flatMap(({ accountIds }) => accountIds));
      const objects = [...ids].map(id => ({ type: 'Account', id }));
      const source = { tenant, sourceId, readableTypes };
      return [
        ...(objects.length > 0 ? await awaitObjects(transaction, source, objects) : []),
        ...(own.some(({ reason }) => reason !== undefined) ? await requestEarlyRun(transaction, source) : []),
      ];
    });
    for (const { run_id: id } of runs) await context.addJob('extract', id);
  }
}
