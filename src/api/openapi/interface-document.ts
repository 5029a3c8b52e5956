// The OpenAPI document of the whole interface.
import type { JsonSchema } from '../../resources/json-schema.ts';
import { collectionOperations } from '../collections/collection-operations.ts';
import type { Operation } from '../contract/operation.ts';
import { type OpenApiOptions, openApiDocument } from './document.ts';
import { contractOperations } from './operations.ts';

/** Every operation of the interface. */
export function allOperations(): Operation[] {
  return [...collectionOperations(), ...contractOperations];
}

/** The interface at the addresses of a deployment. */
export function interfaceDocument(addresses: Pick<OpenApiOptions, 'baseUrl' | 'authUrl' | 'environment'>): JsonSchema {
  return openApiDocument({ ...addresses, title: 'Rolecall', version: '1.0.0', operations: allOperations() });
}
