// Recorded exchanges with Microsoft Graph and Azure: HAR files, and JSON cassettes of Azure.
import { harExchanges } from '../har.ts';
import { type Exchange, recordingFiles } from '../recordings.ts';

interface Cassette {
  readonly interactions: readonly {
    readonly request: { readonly method: string; readonly uri: string };
    readonly response: { readonly status: { readonly code: number }; readonly body: { readonly data?: unknown } };
  }[];
}

/** The exchanges of each recording, in order. */
export function entraRecordings(): Exchange[][] {
  const cassettes = recordingFiles('azure', '.json').map(({ name, text }) =>
    (JSON.parse(text) as Cassette).interactions.map(({ request, response }): Exchange => {
      const { pathname, search } = new URL(request.uri);
      return {
        ...{ place: name, method: request.method, path: `${pathname}${search}`, requestBody: undefined },
        ...{ status: response.status.code, headers: {}, body: response.body.data },
      };
    }),
  );
  const isOfApi = ({ host }: { host: string }) => ['graph.microsoft.com', 'management.azure.com'].includes(host);
  return [...['entra', 'azure'].flatMap(harExchanges).map(exchanges => exchanges.filter(isOfApi)), ...cassettes];
}
