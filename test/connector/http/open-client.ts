// Clients of the HTTP kit for tests: with short delays, and closed with the test.
import { onTestFinished } from 'vitest';
import { type HttpClient, type HttpClientOptions, openHttpClient } from '../../../src/connector/http/client.ts';

export async function openClient(
  baseUrl: string,
  options: Partial<HttpClientOptions> & { signal?: AbortSignal } = {},
): Promise<HttpClient> {
  const { signal = new AbortController().signal, ...rest } = options;
  const context = { signal, baseFolder: '/', ...options.context };
  const client = await openHttpClient({ baseUrl, retry: { firstDelayMs: 2 }, ...rest, context });
  onTestFinished(() => client.close());
  return client;
}
