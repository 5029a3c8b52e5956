// A real SCIM server for tests, which is filled and asked over its HTTP API.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface ScimServer {
  /** The base address. */
  readonly url: string;
  readonly token: string;
  /** Create a resource over the API. @returns it with its id */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
  create(endpoint: 'Users' | 'Groups', resource: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it finds in a JSON body
  ask(path: string, method?: string, body?: object): Promise<any>;
  /** Let requests for addresses with this text wait for ever. @returns when the first such request has come */
  hold(text: string): Promise<{ readonly met: Promise<void> }>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export async function startScimServer(): Promise<ScimServer> {
  const token = 'scim-token-of-the-test';
  const script = path.join(import.meta.dirname, 'scim-process.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, token], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const waiting = new Set<(line: string) => void>();
  createInterface(child.stdout).on('line', line => {
    for (const see of waiting) see(line);
  });
  const line = (matches: (line: string) => boolean) =>
    new Promise<string>((resolve, reject) => {
      const see = (line: string) => {
        if (!matches(line)) return;
        waiting.delete(see);
        resolve(line);
      };
      waiting.add(see);
      child.once('exit', code => reject(new Error(`the SCIM server ended with ${code}`)));
    });
  const [, port] = (await line(text => text.startsWith('port '))).split(' ');
  const url = `http://127.0.0.1:${port}/scim/v2`;
  const ask: ScimServer['ask'] = async (at, method = 'GET', body) => {
    const answer = await fetch(`${url}/${at}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${at}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {
    url,
    token,
    ask,
    create: (endpoint, resource) => {
      const kind = endpoint.slice(0, -1);
      return ask(endpoint, 'POST', { schemas: [`urn:ietf:params:scim:schemas:core:2.0:${kind}`], ...resource });
    },
    async hold(text) {
      const isHeld = line(seen => seen === `held ${text}`);
      const met = line(seen => seen.startsWith('GET ') && seen.includes(text)).then(() => {});
      met.catch(() => {});
      child.stdin.write(`hold ${text}\n`);
      await isHeld;
      return { met };
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
