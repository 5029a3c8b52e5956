// The official client of the Model Context Protocol on the application of a test, without a port.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FastifyInstance } from 'fastify';
import type { Item } from '../service/service.ts';

/** `fetch` whose requests reach the application, whatever their host. */
export function fetchFrom(app: FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const payload = typeof init.body === 'string' ? init.body : init.body?.toString();
    const { statusCode, headers, rawPayload } = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(payload !== undefined && { payload }),
    });
    const body = [101, 204, 205, 304].includes(statusCode) ? null : new Uint8Array(rawPayload);
    return new Response(body, { status: statusCode, headers: headers as Record<string, string> });
  };
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  /** The structured content; of a refusal undefined. */
  readonly answer: Item;
}

export interface ProtocolClient {
  readonly client: Client;
  call(name: string, args?: object): Promise<ToolResult>;
}

export async function protocolClient(app: FastifyInstance, baseUrl: string, token: string): Promise<ProtocolClient> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
    fetch: fetchFrom(app),
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  // The type of the transport does not allow for `exactOptionalPropertyTypes`.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    client,
    async call(name, args = {}) {
      const result: Item = await client.callTool({ name, arguments: args as Record<string, unknown> });
      return { text: result.content[0].text, isError: result.isError === true, answer: result.structuredContent };
    },
  };
}
