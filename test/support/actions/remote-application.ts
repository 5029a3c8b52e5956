// An application in memory that other processes reach over HTTP.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import type { Application } from './application.ts';
import type { Requests } from './writable-connector.ts';

/** Serve applications by name. */
export async function serveApplications(
  applications: Readonly<Record<string, Application>>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const call = JSON.parse(await text(request));
    try {
      const answer = await applications[request.url!.slice(1)]!.request(call);
      response.end(JSON.stringify({ answer }));
    } catch (error) {
      response.end(JSON.stringify({ refused: (error as Error).message }));
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** Reach applications that another process serves. */
export function requestsTo(url: string): Requests {
  return async (name, call) => {
    const response = await fetch(`${url}/${name}`, { method: 'POST', body: JSON.stringify(call) });
    const { answer, refused } = (await response.json()) as { answer?: unknown; refused?: string };
    if (refused !== undefined) throw new ChangeRefused(refused);
    return answer;
  };
}
