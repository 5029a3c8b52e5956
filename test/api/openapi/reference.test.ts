// The reference matches the service: routes, schemas of real data, and a page that loads only from the service.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { collections } from '../../../src/resources/registry.ts';
import { everyType } from '../../support/scripted-source.ts';
import { type Item, startService, type TestService } from '../../support/service/service.ts';

let test: TestService;
let document: {
  servers: { url: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: { schemas: Record<string, object> };
};

beforeAll(async () => {
  test = await startService({ sources: { app: everyType(60) }, synced: true });
  document = (await test.app.inject('/openapi.json')).json();
});
afterAll(() => test.close());

/** Every route of the application as `METHOD /path/{parameter}`, from the tree that the router prints. */
function routesOf({ app }: TestService): string[] {
  const trail: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const match = /^([│ ]*)[├└]── (.*?) \((.*)\)$/.exec(line);
      if (!match) return [];
      const depth = match[1]!.length / 4;
      trail.splice(depth, Number.POSITIVE_INFINITY, match[2]!);
      const path = trail.join('').replaceAll(/:(\w+)/g, '{$1}');
      return match[3]!.split(', ').map(method => `${method} ${path}`);
    });
}

describe('/openapi.json', () => {
  it('lists every route under /v1, /access/v1, /iceberg/v1 and /scim/v2, and nothing else', () => {
    const routes = routesOf(test).filter(
      route => / \/((access\/|iceberg\/)?v1|scim\/v2)\//.test(route) && !route.startsWith('HEAD '),
    );
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.length).toBeGreaterThan(2 * collections.length);
    expect(described.toSorted()).toEqual(routes.toSorted());
  });

  it('contains the addresses of this deployment', () => {
    expect(document.servers).toEqual([{ url: test.service.access.baseUrl }]);
  });

  it('has the name of the deployment as a variable, in addresses and in scopes', async () => {
    const named = await startService({
      settings: {
        environment: 'eu1',
        base_url: 'https://api.example.org/{environment}/',
        auth_url: 'https://auth.{environment}.example.org',
      },
    });
    try {
      const { servers, components } = (await named.app.inject('/openapi.json')).json();
      expect(servers).toMatchObject([
        { url: 'https://api.example.org/{environment}', variables: { environment: { default: 'eu1' } } },
      ]);
      const { scopes, tokenUrl } = components.securitySchemes.clientCredentials.flows.clientCredentials;
      expect(Object.keys(scopes)).toContain('https://api.example.org/{environment}/read');
      expect(tokenUrl).toBe('https://auth.eu1.example.org/oauth2/token');
      // The page requests scopes by the names in its document.
      const shown = (await named.app.inject('/docs/json')).json();
      expect(Object.keys(shown.components.securitySchemes.clientCredentials.flows.clientCredentials.scopes)).toContain(
        'https://api.example.org/eu1/read',
      );
    } finally {
      await named.close();
    }
  });

  describe('describes what is served', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
    beforeAll(() => {
      ajv.addSchema({ $id: 'openapi', ...document });
    });
    const check = (schema: string, value: Item) => {
      const validate = ajv.getSchema(`openapi#/components/schemas/${schema}`)!;
      validate(value);
      expect(validate.errors ?? [], JSON.stringify(value).slice(0, 2000)).toEqual([]);
    };

    it.each(collections)('$collection.path', async ({ resource, collection }) => {
      const { body } = await test.get(`${collection.path}?pageSize=20`);
      if (resource.madeBy === 'connectors') expect(body.items).not.toEqual([]);
      check(`${resource.type}List`, body);
      for (const item of body.items) check(resource.type, item);
      const [first] = body.items;
      if (first === undefined) return;
      const id = typeof first === 'string' ? /Contains \{id: "([^"]+)"/.exec(first)![1] : first.globalId;
      check(resource.type, (await test.get(`${collection.path}/${id}`)).body);
      // Check that the schema is strict: it refuses an id that is not a text.
      if (typeof first === 'object') {
        expect(ajv.getSchema(`openapi#/components/schemas/${resource.type}`)!({ ...first, globalId: 7 })).toBe(false);
      }
    });

    it('when it is an error', async () => {
      for (const url of ['/v1/roles?pageSize=0', '/v1/roles/x', '/nope']) check('Error', (await test.get(url)).body);
    });
  });
});

describe('/docs', () => {
  const addresses = (text: string) =>
    [...text.matchAll(/(?:src|href)\s*=\s*["']([^"']*)["']/g)].map(match => match[1]!);

  it('is a page whose files all exist', async () => {
    const page = await test.app.inject('/docs/');
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    const parts = addresses(page.body);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      const url = new URL(part, 'http://service.test/docs/');
      expect(url.host, part).toBe('service.test');
      const found = await test.app.inject(url.pathname);
      expect([part, found.statusCode]).toEqual([part, 200]);
      if (!part.endsWith('.css')) continue;
      const loaded = [...found.body.matchAll(/url\(\s*["']?([^"')]+)/g)].map(match => match[1]!);
      expect(loaded.filter(address => !address.startsWith('data:'))).toEqual([]);
    }
  });

  it('lets the browser load from and call only this service', async () => {
    const { headers } = await test.app.inject('/docs/');
    const policy = String(headers['content-security-policy']);
    const named = policy.split(/[\s;]+/).filter(word => word.includes(':') && word !== 'data:');
    expect(named).toEqual([new URL(test.service.access.baseUrl).origin]);
    expect(policy).toMatch(/^default-src 'none'; /);
    // On plain HTTP, for example in a private network, upgraded addresses would not work.
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(policy).not.toMatch(/script-src [^;]*unsafe/);
  });

  it('is called from the browser by any name of this machine, at its own origin', async () => {
    const { port } = new URL(test.service.access.baseUrl);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const shown = (await test.app.inject({ url: '/docs/json', headers: { host } })).json();
      expect(shown.servers).toEqual([{ url: `http://${host}` }]);
      const { tokenUrl, scopes } = shown.components.securitySchemes.clientCredentials.flows.clientCredentials;
      expect(tokenUrl).toBe(`http://${host}/oauth2/token`);
      expect(Object.keys(scopes)[0]).toBe(`${test.service.access.baseUrl}/read`);
    }
    const other = (await test.app.inject({ url: '/docs/json', headers: { host: 'elsewhere.test' } })).json();
    expect(other.servers).toEqual(document.servers);
  });

  it('has the version of the product, takes a token that is pasted, and opens at the first group', async () => {
    const shown = (await test.app.inject('/docs/json')).json();
    expect(shown.info.title).toBe(`Rolecall ${manifest.version}`);
    expect(shown.components.securitySchemes.accessToken).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(shown.paths['/v1/accounts'].get.security).toContainEqual({ accessToken: [] });
    const script = await test.app.inject('/docs/static/swagger-initializer.js');
    expect(script.body).toMatch(/layoutActions\.show\(\[\W*operations-tag/);
  });

  it('does not send the document to an online validator', async () => {
    const script = await test.app.inject('/docs/static/swagger-initializer.js');
    expect(script.body).toContain('"validatorUrl":null');
  });
});

describe('an address that is wrong', () => {
  it.each([
    ['/v1/acounts', 'did you mean `/v1/accounts`? see /openapi.json'],
    ['/accounts', 'did you mean `/v1/accounts`? see /openapi.json'],
    ['/v1/nothing-like-it', 'there is no GET /v1/nothing-like-it; see /openapi.json'],
  ])('%s is answered with the nearest one', async (url, hint) => {
    const { statusCode, body } = await test.app.inject(url);
    expect([statusCode, JSON.parse(body).message]).toEqual([404, expect.stringContaining(hint)]);
  });
});

describe('/ and /v1', () => {
  it('a browser gets the reference at /v1, which says what to do first', async () => {
    const { statusCode, headers } = await test.app.inject({ url: '/v1', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([statusCode, headers.location, headers.vary]).toEqual([302, '/docs', 'accept']);
    const { info } = (await test.app.inject('/docs/json')).json();
    expect(info.description).toMatch(/Authorize.*rolecall token/s);
  });

  it.each(['/', '/v1'])('%s tells a program what this is and where to go', async url => {
    const summary = (await test.app.inject(url)).json();
    expect(summary).toMatchObject({ name: 'Rolecall', version: manifest.version, openapi: '/openapi.json' });
    const links = Object.values<string>(summary).filter(value => value.startsWith('/'));
    expect(links).toContain('/docs');
    for (const link of links) expect((await test.app.inject(link)).statusCode, link).not.toBe(404);
  });
});
