// What a connector imports: `import { defineConnector, z } from 'rolecall/connector'`. The service resolves this specifier, so
// connectors outside this repository need no copy of it.
export { z } from 'zod';
export * from './actions.ts';
export * from './authentication-keys.ts';
export { composeId } from './composed-id.ts';
export * from './contract.ts';
export { grantedEntitlement } from './entitlement.ts';
export { ExactNumber, parseExactly, scalarText } from './exact-json.ts';
export { samlCertificate } from './federation/saml-certificate.ts';
export { enabledOfValue, flagOfValue } from './flags.ts';
export {
  type AccessToken,
  clientCredentials,
  jwtBearer,
  privateKeyJwt,
  type SigningClient,
  tokenCredentials,
} from './http/access-tokens.ts';
export { type AnswerFormat, type AnswerMeaning, bodyAs } from './http/answer.ts';
export { credentialsOf } from './http/authentication.ts';
export { requestChange } from './http/change-request.ts';
export { asSourceError, type HttpClient, type HttpClientOptions, openHttpClient } from './http/client.ts';
export { basic, bearer, type Credentials, signing } from './http/credentials.ts';
export { gapOf, HttpError } from './http/http-error.ts';
export { nextFromBody, nextFromLinkHeader, nextMarker, nextOffset, nextStartIndex } from './http/paging.ts';
export type { HttpAnswer, HttpRequest } from './http/request.ts';
export {
  type AuthenticationSettings,
  authenticationSettings,
  type ConnectionSettings,
  connectionSettings,
} from './http/settings.ts';
export { type PageOfList, pagesOfList, type SourceList, wholeList } from './http/source-list.ts';
export { definedMembers, listAt, textAt, textsAt, timeAt, valueAt } from './json-values.ts';
export { createOnce, type Once } from './once.ts';
export { type MappedItem, recordPage } from './record-pages.ts';
export { relationshipId } from './relationship-id.ts';
export { isTransient, SourceUnavailable } from './transient.ts';
