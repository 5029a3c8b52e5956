// Answers that a run has had already: several entries of a description read the same list. An entry asks whether it has changed
// (RFC 9110, section 13). A lookup, and the lists below the rows of a list, take it as it was.
import type { HttpClient } from '../../../../src/connector/http/client.ts';
import type { HttpAnswer, HttpRequest } from '../../../../src/connector/http/request.ts';

/** The most characters of all answers that are remembered, as JSON. */
const mostCharacters = 32 * 1024 * 1024;

/** Sends requests, and counts them. */
export interface AskedApi {
  /** @param isKnown whether the answer of an earlier request of this run will do */
  send(request: HttpRequest, isKnown?: boolean): Promise<HttpAnswer>;
  /** Requests that were sent so far. */
  asked(): number;
}

interface KnownAnswer {
  readonly tag: string | undefined;
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
    async send(request, isKnown = false) {
      const key = JSON.stringify([request.url, request.query ?? {}]);
      const isRead = (request.method ?? 'GET') === 'GET';
      const before = isRead ? known.get(key) : undefined;
      if (before && isKnown) return before.answer;
      asked += 1;
      if (!isRead) return http.send(request);
      if (before?.tag === undefined) return remembered(key, await http.send(request), isKnown);
      const answer = await http.send({
        ...request,
        headers: { ...request.headers, 'if-none-match': before.tag },
        accepts: [...(request.accepts ?? []), 304],
      });
      if (answer.status !== 304) return remembered(key, answer, isKnown);
      return { ...before.answer, headers: { ...before.answer.headers, ...answer.headers } };
    },
  };

  /** @param isKnown whether it is remembered without a tag too */
  function remembered(key: string, answer: HttpAnswer, isKnown: boolean): HttpAnswer {
    const tag = answer.headers.etag;
    const isAgain = isKnown || known.has(key);
    forget(key);
    if ((tag === undefined && !isAgain) || answer.status !== 200) return answer;
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
