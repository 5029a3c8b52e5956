// Clients of the HTTP kit for tests: with short delays, and closed with the test. Each has an application instance of its own unless
// the test names one.
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { type HttpClient, type HttpClientOptions, openHttpClient } from '../../../src/connector/http/client.ts';

export async function openClient(
  baseUrl: string,
  options: Partial<HttpClientOptions> & { signal?: AbortSignal; instance?: string } = {},
): Promise<HttpClient> {
  const { signal = new AbortController().signal, instance = randomUUID(), ...rest } = options;
  const context = { applicationInstanceId: instance, signal, baseFolder: '/', ...options.context };
  const client = await openHttpClient({ baseUrl, retry: { firstDelayMs: 2 }, ...rest, context });
  onTestFinished(() => client.close());
  return client;
}
