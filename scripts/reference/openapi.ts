import { interfaceDocument } from '../../src/api/contract/interface-document.ts';

/** The OpenAPI document with example addresses. A running service serves it with its own addresses. */
export function openApiReference(): string {
  const document = interfaceDocument({
    baseUrl: 'https://rolecall.example.com/{environment}',
    authUrl: 'https://auth.example.com/{environment}',
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
