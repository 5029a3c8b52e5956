// A real OpenID provider of somebody else: oidc-provider on a loopback address, with its own pages for signing in. Its pages accept
// any name and password.
import { createServer, type Server } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';

export interface OutsideProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Person → claims besides `sub`. Change it between sign-ins. */
  readonly people: Map<string, Record<string, unknown>>;
  /** Paths of the requests that it got. */
  readonly requests: readonly string[];
  /** Stop answering; the address stays. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** @param redirectUri the callback of the service under test */
export async function startOpenIdProvider(redirectUri: string): Promise<OutsideProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const clientId = 'rolecall';
  const clientSecret = 'secret of rolecall at its provider';
  const people = new Map<string, Record<string, unknown>>();
  const requests: string[] = [];
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    cookies: { keys: ['key of the provider’s cookies'] },
    claims: {
      openid: ['sub'],
      profile: ['name'],
      groups: ['groups', 'realm_access', 'org', 'email', 'email_verified'],
    },
    scopes: ['openid', 'profile', 'groups'],
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
  });
  const handle = provider.callback();
  let server: Server;
  const start = async () => {
    server = createServer((request, response) => {
      requests.push(request.url!.split('?')[0]!);
      handle(request, response);
    });
    await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  };
  await start();
  return {
    ...{ issuer, clientId, clientSecret, people, requests, start },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
