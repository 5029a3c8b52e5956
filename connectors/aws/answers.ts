// How AWS words its answers: XML of the query protocol (IAM, STS), JSON of the others. Errors have codes, and throttled or refused
// requests often the status 400.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parseExactly } from '../../src/connector/exact-json.ts';
import type { AnswerFormat, AnswerMeaning } from '../../src/connector/http/answer.ts';
import type { RawAnswer } from '../../src/connector/http/transport.ts';
import { textAt, valueAt } from '../../src/connector/json-values.ts';

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  htmlEntities: true,
  isArray: name => name === 'member',
});

export const awsFormat: AnswerFormat = {
  name: 'XML or JSON of AWS',
  parse: text => (text.trimStart().startsWith('<') ? parsedXml(text) : parseExactly(text)),
  reasonIn(body) {
    const [code, message] = [codeIn(body), messageIn(body)];
    return code === undefined ? undefined : [code, message].filter(Boolean).join(': ');
  },
};

/** AWS answers most errors with 400, and says in a code what they are. */
export function awsMeaningOf({ status, body }: RawAnswer): AnswerMeaning | undefined {
  if (status < 400) return undefined;
  try {
    const meant = statuses.get(codeIn(awsFormat.parse(body)) ?? '');
    return meant === undefined ? undefined : { status: meant };
  } catch {
    return undefined;
  }
}

/** @throws Error for what is no XML, is cut off, or declares entities of its own */
function parsedXml(text: string): unknown {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Error('it has a document type');
  const validity = XMLValidator.validate(text);
  if (validity !== true) throw new Error(validity.err.msg);
  return withLists(parser.parse(text));
}

/** The query protocol writes lists as `<Users><member>…</member></Users>`. An empty one is an empty text. */
function withLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLists);
  if (typeof value !== 'object' || value === null) return value;
  const members = (value as { member?: unknown }).member;
  if (Array.isArray(members) && Object.keys(value).length === 1) return members.map(withLists);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withLists(inner)]));
}

/** `NoSuchEntity`, `AccessDeniedException`. JSON services may write a namespace before it and an address after it. */
function codeIn(body: unknown): string | undefined {
  const code = textAt(body, 'ErrorResponse', 'Error', 'Code') ?? textAt(body, '__type') ?? textAt(body, 'code');
  return code?.split('#').at(-1)?.split(':')[0];
}

const messageIn = (body: unknown) =>
  textAt(body, 'ErrorResponse', 'Error', 'Message') ?? textAt(body, 'message') ?? textAt(body, 'Message');

/** What codes mean in statuses of HTTP. 401 has the session renewed. */
const statuses: ReadonlyMap<string, number> = new Map([
  ...'Throttling ThrottlingException ThrottledException TooManyRequestsException RequestLimitExceeded RequestThrottled SlowDown PriorRequestNotComplete'
    .split(' ')
    .map(code => [code, 429] as const),
  ...'ExpiredToken ExpiredTokenException InvalidClientTokenId UnrecognizedClientException InvalidSignatureException SignatureDoesNotMatch AuthFailure'
    .split(' ')
    .map(code => [code, 401] as const),
  ...'AccessDenied AccessDeniedException UnauthorizedException UnauthorizedOperation OptInRequired'
    .split(' ')
    .map(code => [code, 403] as const),
  ...'NoSuchEntity NoSuchEntityException ResourceNotFoundException AWSOrganizationsNotInUseException ReportNotPresent'
    .split(' ')
    .map(code => [code, 404] as const),
]);

/** The result of an operation: `<ListUsersResponse><ListUsersResult>…` of the query protocol, or the body itself. */
export const resultOf = (body: unknown, action: string): unknown =>
  valueAt(body, `${action}Response`, `${action}Result`) ?? body;
