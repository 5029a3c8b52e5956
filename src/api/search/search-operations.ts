// The operation that searches. It is an extension of the interface by this service.
import { resources } from '../../resources/registry.ts';
import { applicationInstanceId } from '../contract/operation.ts';
import { group, jsonResponse, readAsOfErrors } from '../contract/operation-groups.ts';
import { asOfParameter } from '../version-as-of.ts';

/** Objects in one answer. */
export const searchLimits = { default: 20, minimum: 1, maximum: 100 } as const;
/** Characters of the text. */
export const longestSearch = 200;

export const searchOperations = group('Search', {
  search: {
    method: 'GET',
    path: '/v1/search',
    summary: 'Find objects of every type by name, username, e-mail address or id',
    description:
      'The best matches come first: the whole id, username or address; the whole name; objects that have all words of the text; then words that begin with them, contain them, or are similar to them (one typing error in a word of four to seven letters, two in a longer word; numbers have to be right). Case and accents do not matter. Relationships and activities are found by their ids. Words after the fourth do not count.',
    scope: 'read',
    parameters: [
      {
        name: 'q',
        in: 'query',
        description: 'What to find',
        schema: { type: 'string', minLength: 1, maxLength: longestSearch },
      },
      {
        name: 'type',
        in: 'query',
        description: 'Limits the answer to objects or relationships of one type',
        schema: { type: 'string', enum: resources.map(({ type }) => type) },
      },
      {
        name: 'limit',
        in: 'query',
        description: 'How many objects the answer holds at most',
        schema: { type: 'integer', format: 'int32', ...searchLimits },
      },
      applicationInstanceId,
      asOfParameter,
    ],
    responses: { 200: jsonResponse('SearchResult', 'The objects, the best match first') },
    errors: [...readAsOfErrors, 503],
  },
});
