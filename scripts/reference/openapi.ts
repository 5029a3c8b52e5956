import { collectionOperations } from '../../src/api/collections/collection-operations.ts';
import { openApiDocument } from '../../src/api/contract/openapi.ts';
import { contractOperations } from '../../src/api/contract/operations.ts';

/** The OpenAPI document with example addresses. A running service serves it with its own addresses. */
export function openApiReference(): string {
  const document = openApiDocument({
    baseUrl: 'https://rolecall.example.com/{environment}',
    authUrl: 'https://auth.example.com/{environment}',
    title: 'Rolecall',
    version: '1.0.0',
    operations: [...collectionOperations(), ...contractOperations],
  });
  return `${JSON.stringify(document, null, 2)}\n`;
}
