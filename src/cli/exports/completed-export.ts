// Requests an export, and waits until its file can be read.
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '../../errors.ts';
import type { ApiClient, Json } from '../api/api-client.ts';
import type { ProgressLine } from '../progress-line.ts';

export interface ExportManifest {
  readonly version: string;
  /** The earlier version, of a context that compares two. */
  readonly since?: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

const path = '/v1/downloads';

/**
 * The manifest and the content of an export that is requested now.
 * @throws OperatorError when the export failed; ApiError
 */
export async function completedExport(
  api: ApiClient,
  request: Json,
  signal: AbortSignal,
  progress: ProgressLine,
): Promise<{ manifest: ExportManifest; content: Readable }> {
  const { id, url } = await completed(api, request, signal, progress);
  const manifest = (await api.send('GET', `${path}/${id}/manifest`)) as unknown as ExportManifest;
  return { manifest, content: await api.stream('GET', pathIn(api, url), undefined, '*/*', signal) };
}

const firstPollMs = 50;
const longestPollMs = 2000;
/** An export takes seconds. After this time it is more likely that no process takes it. */
const patienceMs = 10_000;

async function completed(
  api: ApiClient,
  request: Json,
  signal: AbortSignal,
  progress: ProgressLine,
): Promise<{ id: string; url: string }> {
  const began = performance.now();
  let isHinted = false;
  let download = await api.send('POST', path, request, signal);
  for (let waitMs = firstPollMs; download['status'] === 'accepted'; waitMs = Math.min(waitMs * 1.5, longestPollMs)) {
    const elapsedMs = performance.now() - began;
    if (!isHinted && elapsedMs > patienceMs) {
      progress.end();
      process.stderr.write(
        `waiting: the export has not ended; where no \`rolecall work\` takes the jobs \`export\`, it waits for one. Ctrl-C ends the waiting; the export stays requested as ${download['id']}\n`,
      );
      isHinted = true;
    }
    progress.say(`writing, ${Math.round(elapsedMs / 1000)} s`);
    await pause(waitMs, undefined, { signal });
    download = await api.send('GET', `${path}/${download['id']}`, undefined, signal);
  }
  if (download['status'] === 'completed') return download as { id: string; url: string };
  const { code, message } = download['error'] as { code: string; message: string };
  throw new OperatorError(`the export failed: ${code}: ${message}`);
}

function pathIn({ baseUrl }: ApiClient, url: string): string {
  if (url.startsWith(`${baseUrl}/`)) return url.slice(baseUrl.length);
  throw new OperatorError(`the export is at ${new URL(url).origin}, which is not the service that was asked`);
}
