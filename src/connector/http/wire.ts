// Sends requests, shows them to the probe, and follows redirects within the origin.
import { type ConnectorContext, SourceError } from '../contract.ts';
import { isTransient } from '../transient.ts';
import { operatorFault } from './faults.ts';
import { HttpError } from './http-error.ts';
import type { RawAnswer, RawRequest, Transport } from './transport.ts';

const mostRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

type Context = Pick<ConnectorContext, 'signal' | 'http'>;

/** Send a request. Only redirects of GET within the origin are followed: other servers must get neither credentials nor data. */
export async function sendFollowing(
  transport: Transport,
  context: Context,
  raw: RawRequest,
  subject: string,
): Promise<RawAnswer> {
  let asked = raw;
  for (let followed = 0; ; followed += 1) {
    const answer = await exchange(transport, context, asked, subject);
    const { location } = answer.headers;
    const refuse = (problem: string) => new HttpError(subject, problem, answer.status);
    if (!redirects.has(answer.status) || location === undefined) return answer;
    if (raw.method !== 'GET') throw refuse(`${raw.method} is answered with a redirect`);
    if (followed >= mostRedirects) throw refuse(`has more than ${mostRedirects} redirects`);
    const target = URL.canParse(location, asked.url.href) ? new URL(location, asked.url) : undefined;
    if (target?.origin !== asked.url.origin) {
      const shown = target ? target.origin : JSON.stringify(location.slice(0, 100));
      throw refuse(`is redirected to ${shown}, which is not followed: it is another host`);
    }
    asked = { ...asked, url: target };
  }
}

/** One request and its answer. */
async function exchange(
  transport: Transport,
  { signal, http }: Context,
  raw: RawRequest,
  subject: string,
): Promise<RawAnswer> {
  const started = performance.now();
  const { method, headers: requestHeaders, body: requestBody } = raw;
  const asked = { method, url: raw.url.href, requestHeaders, ...(requestBody !== undefined && { requestBody }) };
  const elapsedMs = () => Math.round(performance.now() - started);
  try {
    http?.before?.({ method, url: raw.url.href });
    const answer = await transport.send(raw, subject, signal);
    http?.after?.({ ...asked, ...answer, elapsedMs: elapsedMs() });
    return answer;
  } catch (error) {
    http?.after?.({ ...asked, error: String(error), elapsedMs: elapsedMs() });
    if (signal.aborted || isKnown(error)) throw error;
    throw operatorFault(error, raw.url) ?? new HttpError(subject, (error as Error).message);
  }
}

/** Errors that already say what to do: wait, give up, or that the answer is of no use. */
function isKnown(error: unknown): boolean {
  return (
    isTransient(error) ||
    error instanceof HttpError ||
    error instanceof SourceError ||
    (error as Error).name === 'TimeoutError'
  );
}
