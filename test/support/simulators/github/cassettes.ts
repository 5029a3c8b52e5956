// Recorded exchanges with GitHub: replay files of PyGithub, which have blocks of eleven lines, and HAR files of GraphQL.
import { harExchanges } from '../har.ts';
import { type Exchange, recordingFiles } from '../recordings.ts';

/** The exchanges of each file, in order. */
export const githubCassettes = (): Exchange[][] => [
  ...recordingFiles('github', '.txt').map(({ name, text }) => replayExchanges(name, text)),
  ...harExchanges('github'),
];

const linesOfBlock = 11;

/** Scheme, method, host, port, path, headers, body, status, headers of the answer, its body, an empty line. */
function replayExchanges(place: string, text: string): Exchange[] {
  const lines = text.split('\n');
  const exchanges: Exchange[] = [];
  for (let start = 0; start + 9 < lines.length; start += linesOfBlock) {
    const [, method = '', , , path = '', , requestBody, status, headers = '', body] = lines.slice(
      start,
      start + linesOfBlock,
    );
    exchanges.push({
      ...{ place, method, path, status: Number(status) },
      requestBody: json(requestBody),
      headers: pairs(headers),
      body: json(body),
    });
  }
  return exchanges;
}

/** A list of pairs as Python writes it. */
function pairs(text: string): Record<string, string> {
  const matches = text.matchAll(/\(('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"), ('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\)/g);
  return Object.fromEntries(
    [...matches].map(([, name, value]) => [name!.slice(1, -1).toLowerCase(), value!.slice(1, -1)]),
  );
}

function json(text: string | undefined): unknown {
  if (text === undefined || text === '' || text === 'None') return undefined;
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return text;
  }
}
