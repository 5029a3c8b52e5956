// Answers that a source has said to be unchanged since (RFC 9110, section 13): several entries of a description read the same list.
import type { HttpClient } from '../../../../src/connector/http/client.ts';
import type { HttpAnswer, HttpRequest } from '../../../../src/connector/http/request.ts';

/** The most characters of all answers that are remembered, as JSON. */
const mostCharacters = 32 * 1024 * 1024;

/** Sends requests, and counts them. */
export interface AskedApi {
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Requests that were sent so far. */
  asked(): number;
}

interface KnownAnswer {
  readonly tag: string;
  readonly answer: HttpAnswer;
  readonly size: number;
}

/** A GET whose answer had an entity tag is sent again on the condition that the tag is another one. */
export function withKnownAnswers(http: Pick<HttpClient, 'send'>): AskedApi {
  const known = new Map<string, KnownAnswer>();
  let asked = 0;
  let characters = 0;
  return {
    asked: () => asked,
    async send(request) {
      asked += 1;
      if ((request.method ?? 'GET') !== 'GET') return http.send(request);
      const key = JSON.stringify([request.url, request.query ?? {}]);
      const former = known.get(key);
      if (!former) return remembered(key, await http.send(request));
      const answer = await http.send({
        ...request,
        headers: { ...request.headers, 'if-none-match': former.tag },
        accepts: [...(request.accepts ?? []), 304],
      });
      if (answer.status !== 304) return remembered(key, answer);
      return { ...former.answer, headers: { ...former.answer.headers, ...answer.headers } };
    },
  };

  function remembered(key: string, answer: HttpAnswer): HttpAnswer {
    const tag = answer.headers.etag;
    forget(key);
    if (tag === undefined || answer.status !== 200) return answer;
    const size = JSON.stringify(answer.body ?? null).length;
    if (size > mostCharacters / 4) return answer;
    known.set(key, { tag, answer, size });
    characters += size;
    while (characters > mostCharacters) forget(known.keys().next().value!);
    return answer;
  }

  function forget(key: string): void {
    characters -= known.get(key)?.size ?? 0;
    known.delete(key);
  }
}
