// Opens the sources of an action job.
import { callLimitMs, openSource, type SourceClient } from '../../src/actions/source-client.ts';
import { statedLimits } from '../../src/state/run-requests.ts';
import type { PipelineContext } from '../job/context.ts';
import type { Clients } from './source-work.ts';

export function createClients(context: PipelineContext, signal: AbortSignal): Clients {
  const opened = new Map<string, { readonly sourceId: string; readonly client: Promise<SourceClient> }>();
  const limits = { signal, silenceMs: Math.min(context.sourceSilenceMs, callLimitMs) };
  const open = async (sourceId: string) => {
    const stated = await statedLimits(context.database, { tenant: context.tenant, sourceId });
    const around = { baseFolder: context.baseFolder, statedLimits: stated };
    return openSource(context.sources.get(sourceId)!, around, limits);
  };
  return {
    of(sourceId, number = 0) {
      const key = `${number} ${sourceId}`;
      const client = opened.get(key)?.client ?? open(sourceId);
      opened.set(key, { sourceId, client });
      return client.catch(error => {
        opened.delete(key);
        throw error;
      });
    },
    async close() {
      for (const { sourceId, client } of opened.values()) {
        await client
          .then(open => open.close())
          .catch(error => {
            if (!signal.aborted)
              context.log.warn({ source: sourceId, err: error }, 'the connector could not close its client');
          });
      }
    },
  };
}
