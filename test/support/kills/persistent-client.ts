// An HTTP client of a service that is killed: it sends a request again until it is answered. A client that does so must get each
// thing once, so every answer but the expected ones is a problem.
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../service/service.ts';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface PersistentClient {
  /**
   * Send a request until it is answered with one of these statuses.
   * @param key the `Idempotency-Key`
   * @throws Error for every other answer but those of a service that starts or ends
   */
  ask(
    method: string,
    url: string,
    options?: { readonly body?: unknown; readonly key?: string; readonly accept?: readonly number[] },
  ): Promise<Answer>;
  /** Every item of a list of state, which has pages too. */
  everyItem(url: string): Promise<Answer['body'][]>;
  /** How many requests were answered. */
  answered(): number;
}

/** Only what is lost takes as long, even where starting a process takes a minute. */
const patienceMs = 1_200_000;

/** @param address of one of the processes; each request may go to another one */
export function persistentClient(address: () => string, { clientId, clientSecret }: Credentials): PersistentClient {
  let token: string | undefined;
  let answered = 0;

  async function tokenFrom(base: string): Promise<string> {
    const answer = await fetch(`${base}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
      signal: AbortSignal.timeout(30_000),
    });
    if (answer.status === 503) throw new TypeError('unavailable');
    if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  async function attempt(method: string, url: string, body: unknown, key?: string): Promise<Answer> {
    const base = address();
    token ??= await tokenFrom(base);
    const answer = await fetch(`${base}${url}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: isJson ? JSON.parse(text) : text,
    };
  }

  const client: PersistentClient = {
    async ask(method, url, { body, key, accept = [200] } = {}) {
      const until = Date.now() + patienceMs;
      for (let last = 'no attempt'; ; await pause(100)) {
        if (Date.now() > until) throw new Error(`${method} ${url} was not answered: ${last}`);
        let answer: Answer;
        try {
          answer = await attempt(method, url, body, key);
        } catch (error) {
          // fetch reports a broken connection as a TypeError, and its time limit as a TimeoutError.
          if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
          last = String((error as Error).cause ?? error);
          continue;
        }
        answered += 1;
        if (accept.includes(answer.status)) return answer;
        last = `${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`;
        if (answer.status === 401 && answer.body?.message?.includes('expired')) token = undefined;
        else if (answer.status !== 503) throw new Error(`${method} ${url} was answered with ${last}`);
      }
    },
    async everyItem(url) {
      const items: Answer['body'][] = [];
      for (let next: string | undefined = ''; next !== undefined; ) {
        const mark = url.includes('?') ? '&' : '?';
        const { body } = await client.ask(
          'GET',
          next === '' ? url : `${url}${mark}pageToken=${encodeURIComponent(next)}`,
        );
        items.push(...body.items);
        next = body.nextPageToken;
      }
      return items;
    },
    answered: () => answered,
  };
  return client;
}
