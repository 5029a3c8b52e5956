// The operations of access decisions: the Authorization API 1.0 of OpenID AuthZEN over effective access.
import { type Declared, group, jsonResponse } from '../contract/operation-groups.ts';
import { asOfParameter } from '../version-as-of.ts';

const rule =
  'Decides by effective access, as `/v1/accounts/{id}/access` does, but unknown is never true: grants with conditions give nothing here, and a disabled account has no access. The decision is of the version that `context` names.';

function declared(path: string, summary: string, description: string, requestSchema: string, answer: string): Declared {
  return {
    method: 'POST',
    path: `/access/v1/${path}`,
    summary,
    description,
    scope: 'read',
    parameters: [asOfParameter],
    requestSchema,
    responses: { 200: jsonResponse(answer, 'The answer, also when access is denied') },
    errors: [400, 401, 403, 410, 429, 500, 503],
  };
}

export const decisionOperations = group('Access decisions', {
  evaluateAccess: declared(
    'evaluation',
    'Decide whether a subject may do something with a resource',
    rule,
    'AccessEvaluation',
    'AccessDecision',
  ),
  evaluateAccessOfSeveral: declared(
    'evaluations',
    'Decide about several requests at once',
    `${rule} With \`options.evaluations_semantic\`, the answer ends with the first denial or permission.`,
    'AccessEvaluations',
    'AccessDecisions',
  ),
  searchSubjects: declared(
    'search/subject',
    'Find the accounts that may do something with a resource',
    `${rule} The type of the subject is \`account\`.`,
    'SubjectSearch',
    'EntitySearchResult',
  ),
  searchResources: declared(
    'search/resource',
    'Find the resources of a type with which an account may do something',
    `${rule} The type of the subject is \`account\`.`,
    'ResourceSearch',
    'EntitySearchResult',
  ),
  searchActions: declared(
    'search/action',
    'Find what a subject may do with a resource',
    rule,
    'ActionSearch',
    'ActionSearchResult',
  ),
});
