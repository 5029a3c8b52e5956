// Recorded exchanges in YAML cassettes of version 2, as go-vcr writes them (github.com/dnaeon/go-vcr).
import { parse } from 'yaml';
import type { HarExchange } from './har.ts';
import { recordingFiles } from './recordings.ts';

interface Interaction {
  readonly request: { readonly method: string; readonly url: string; readonly body?: string };
  readonly response: {
    readonly body?: string;
    readonly code?: number;
    readonly status?: string;
    readonly headers?: Readonly<Record<string, readonly string[]>>;
  };
}

/** The exchanges of each cassette of a vendor, in order. */
export function cassetteExchanges(vendor: string): HarExchange[][] {
  return recordingFiles(vendor, '.yaml').map(({ name, text }) => {
    const { interactions } = parse(text, { maxAliasCount: 0 }) as { interactions: readonly Interaction[] };
    return interactions.map(interaction => exchangeOf(name, interaction));
  });
}

function exchangeOf(place: string, { request, response }: Interaction): HarExchange {
  const { host, pathname, search } = new URL(request.url);
  const headers = Object.entries(response.headers ?? {}).map(([name, values]) => [
    name.toLowerCase(),
    values.join(', '),
  ]);
  return {
    ...{ place, host, method: request.method, path: `${pathname}${search}` },
    status: response.code ?? Number.parseInt(response.status ?? '', 10),
    requestBody: jsonOf(request.body),
    headers: Object.fromEntries(headers),
    body: jsonOf(response.body),
  };
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined || text.trim() === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
