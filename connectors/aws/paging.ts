// Lists of AWS, page by page: IAM names the next page with a marker, the services with JSON with a token.
import type { Gap } from '../../src/connector/contract.ts';
import { gapOf, HttpError } from '../../src/connector/http/http-error.ts';
import { type PageOfList, pagesOfList, type SourceList, wholeList } from '../../src/connector/http/source-list.ts';
import { textAt, valueAt } from '../../src/connector/json-values.ts';
import { resultOf } from './answers.ts';
import { type AwsClient, ask, type OperationParameters, requestOf } from './client.ts';
import type { ServiceName } from './endpoints.ts';

export interface List {
  readonly service: ServiceName;
  readonly action: string;
  readonly parameters?: OperationParameters;
  /** The member of the result that has the items; absent: each page is one item. */
  readonly member?: string;
  /** Members of which one at least is in each page, where the pages are the items. */
  readonly anyOf?: readonly string[];
  /** Statuses that say that what the list is about does not exist: an empty list. */
  readonly absent?: readonly number[];
}

/** The most items that a page can have. */
const pageSizes: Partial<Record<ServiceName, OperationParameters>> = {
  iam: { MaxItems: 1000 },
  organizations: { MaxResults: 20 },
  sso: { MaxResults: 100 },
  identitystore: { MaxResults: 100 },
};

export const awsPages = (client: AwsClient, list: List): AsyncGenerator<PageOfList> =>
  pagesOfList(client.services[list.service], sourceList(list));

/** All items of a list, with its gaps. */
export async function wholeAwsList(client: AwsClient, list: List): Promise<{ items: unknown[]; gaps: Gap[] }> {
  const { items, gaps } = await wholeList(client.services[list.service], sourceList(list));
  return {
    items,
    gaps: list.action === 'GetAccountAuthorizationDetails' ? gaps : gaps.map(gap => neverLanded(client, gap)),
  };
}

/** Files never have what only the APIs show, so none of it has landed and none has to be kept. */
const neverLanded = ({ isOfFiles }: AwsClient, gap: Gap): Gap =>
  isOfFiles ? { ...gap, reason: 'unsupported', within: { field: 'id', is: [] } } : gap;

function sourceList({ service, action, parameters, member, anyOf, absent }: List): SourceList {
  const isQuery = service === 'iam';
  return {
    name: `${service}:${action}`,
    request: from =>
      requestOf(service, action, {
        ...{ ...parameters, ...pageSizes[service] },
        ...(from !== undefined && { [isQuery ? 'Marker' : 'NextToken']: from }),
      }),
    items(body) {
      const result = resultOf(body, action);
      // A list that goes on without saying where is cut off: it must not pass for a whole one.
      if (textAt(result, 'IsTruncated') === 'true' && textAt(result, 'Marker') === undefined) return undefined;
      if (member === undefined) return anyOf?.some(name => valueAt(result, name) !== undefined) ? [result] : undefined;
      const items = valueAt(result, member);
      // An empty list of the query protocol is an empty element.
      return Array.isArray(items) ? items : items === '' ? [] : undefined;
    },
    next({ body }) {
      const result = resultOf(body, action);
      if (isQuery) return textAt(result, 'IsTruncated') === 'true' ? textAt(result, 'Marker') : undefined;
      return textAt(result, 'NextToken');
    },
    remedy: `grant ${service}:${action}`,
    ...(absent && { absent }),
  };
}

/**
 * The result of an operation that answers one object.
 * @param absent what the result is when the object does not exist
 */
export async function oneOf<Absent>(
  client: AwsClient,
  service: ServiceName,
  action: string,
  parameters: OperationParameters,
  absent: Absent,
): Promise<{ result: unknown; gaps: Gap[] } | { result: Absent; gaps: Gap[] }> {
  try {
    return { result: (await ask(client, service, action, parameters)).result, gaps: [] };
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return { result: absent, gaps: [] };
    const gap = neverLanded(client, gapOf(error, 'fields'));
    const remedy = gap.reason === 'forbidden' ? `; grant ${service}:${action}` : '';
    return { result: absent, gaps: [{ ...gap, message: `${gap.message}${remedy}` }] };
  }
}
