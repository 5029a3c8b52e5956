// Requests with a body, as a client of the API sends them.
import type { Answer, TestService } from './service/service.ts';

export type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Sends requests with a token. A body that is not a string or buffer is sent as JSON. */
export function sendAs(test: TestService, token: string): Send {
  return async (method, url, body, headers = {}) => {
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const response = await test.app.inject({
      method,
      url,
      headers: {
        ...as(token),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? undefined : response.json(),
    };
  };
}

/** The header that carries a token. */
export function as(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
