// Recorded exchanges in HAR files (www.softwareishard.com/blog/har-12-spec).
import { type Exchange, recordingFiles } from './recordings.ts';

interface Entry {
  readonly request: { readonly method: string; readonly url: string; readonly postData?: { readonly text?: string } };
  readonly response: {
    readonly status: number;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly content: { readonly text?: string; readonly encoding?: string };
  };
}

/** An exchange with the host that was asked, because some vendors answer on several. */
export interface HarExchange extends Exchange {
  readonly host: string;
}

/** The exchanges of each HAR file of a vendor, in order. @param vendor a folder of recordings, or one below it */
export function harExchanges(vendor: string): HarExchange[][] {
  return recordingFiles(vendor, '.har').map(({ name, text }) => {
    const { log } = JSON.parse(text) as { log: { entries: readonly Entry[] } };
    return log.entries.map(entry => exchangeOf(name, entry));
  });
}

function exchangeOf(place: string, { request, response }: Entry): HarExchange {
  const { host, pathname, search } = new URL(request.url);
  const headers = response.headers.map(({ name, value }) => [name.toLowerCase(), value] as const);
  return {
    ...{ place, host, method: request.method, path: `${pathname}${search}`, status: response.status },
    requestBody: bodyOf(request.postData?.text),
    headers: Object.fromEntries(headers),
    body: bodyOf(contentOf(response.content)),
  };
}

const contentOf = ({ text = '', encoding }: Entry['response']['content']) =>
  encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;

function bodyOf(text: string | undefined): unknown {
  try {
    return text === undefined || text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
