// How the OpenAPI document describes the session of a browser.
import { expect, it } from 'vitest';
import { interfaceDocument } from '../../../src/api/openapi/interface-document.ts';

const { paths, components } = interfaceDocument({
  baseUrl: 'https://api.example.com',
  authUrl: 'https://auth.example.com',
}) as unknown as {
  paths: Record<string, Record<string, { security: object[] }>>;
  components: { securitySchemes: Record<string, object> };
};

it('needs its cookie, and for changes its CSRF token', () => {
  expect(paths['/v1/session']!['get']!.security).toEqual([{ session: [] }]);
  expect(paths['/v1/session']!['delete']!.security).toEqual([{ session: [], csrfToken: [] }]);
  expect(paths['/v1/sign-in-methods']!['get']!.security).toEqual([]);
  const { session, csrfToken } = components.securitySchemes;
  expect(session).toMatchObject({ type: 'apiKey', in: 'cookie', name: '__Host-rolecall-session' });
  expect(csrfToken).toMatchObject({ type: 'apiKey', in: 'header', name: 'x-csrf-token' });
});
