// Recorded exchanges with real Okta organisations: YAML cassettes, a test each.
import { parse } from 'yaml';
import { type Exchange, recordingFiles } from '../recordings.ts';

interface Interaction {
  readonly request: { readonly method: string; readonly uri: string; readonly body?: unknown };
  readonly response: {
    readonly status: { readonly code: number };
    readonly headers: Readonly<Record<string, string | readonly string[]>>;
    readonly body: { readonly string?: string };
  };
}

/** The exchanges of each cassette, in order. */
export function oktaCassettes(): Exchange[][] {
  return recordingFiles('okta', '.yaml')
    .filter(({ name }) => name.includes('/'))
    .map(
      ({ name, text }) =>
        (parse(text) as { interactions?: Interaction[] }).interactions?.map(each => exchangeOf(name, each)) ?? [],
    );
}

function exchangeOf(place: string, { request, response }: Interaction): Exchange {
  const { pathname, search } = new URL(
    request.uri.replace('//api', '/api').replace('https:/', 'https://').replace('///', '//'),
  );
  const headers = Object.entries(response.headers).map(
    ([name, value]) => [name.toLowerCase(), [value].flat().join(', ')] as const,
  );
  return {
    ...{ place, method: request.method, path: `${pathname}${search}`, status: response.status.code },
    requestBody: json(request.body ?? '') ?? undefined,
    headers: Object.fromEntries(headers),
    body: json(response.body.string ?? ''),
  };
}

/** Newer cassettes have the body as YAML. */
function json(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
