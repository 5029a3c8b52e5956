import { interfaceDocument } from '../../src/api/openapi/interface-document.ts';

/** A running service puts its own addresses in their place. */
export const documentAddresses = {
  baseUrl: 'https://rolecall.example.com/{environment}',
  authUrl: 'https://auth.example.com/{environment}',
};

/** The OpenAPI document with example addresses. */
export function openApiReference(): string {
  return `${JSON.stringify(interfaceDocument(documentAddresses), null, 2)}\n`;
}
