// The operations of reviews. They are an extension of the interface by this service.
import { pageSize, pageToken, pathParameter } from '../contract/operation.ts';
import { changeErrors, group, jsonResponse, readErrors, readOneErrors } from '../contract/operation-groups.ts';
import { idempotencyKey } from '../http/idempotency-key.ts';

const reviewId = pathParameter('id', 'Id of the review');

export const reviewOperations = group('Reviews', {
  findReviewers: {
    method: 'POST',
    path: '/v1/accounts/reviewers',
    summary: 'Find out whom to ask about accounts',
    description:
      'The owner of a machine account or token, otherwise the manager of the holder, otherwise the steward; nobody who has left. Nothing is changed and nobody is written to.',
    scope: 'read',
    requestSchema: 'ReviewerSearch',
    responses: {
      200: jsonResponse('AccountReviewerList', 'An item for each account that the client may see, by alias'),
    },
    errors: [...readErrors, 503],
  },
  listReviews: {
    method: 'GET',
    path: '/v1/reviews',
    summary: 'List reviews, newest first',
    scope: 'read',
    parameters: [pageSize, pageToken],
    responses: { 200: jsonResponse('ReviewList', 'A page') },
    errors: readErrors,
  },
  createReview: {
    method: 'POST',
    path: '/v1/reviews',
    summary: 'Ask managers and owners whether accounts keep what they have',
    description:
      'Each reviewer gets a link by e-mail (`smtp`), and subscriptions to `review-requested` a webhook for each reviewer. Reviewers decide in the browser, each about their own lines. Nothing is changed in a source: a change with the id of the review takes away what they decided to take away.',
    scope: 'write',
    parameters: [idempotencyKey('the review')],
    requestSchema: 'ReviewCreation',
    responses: { 201: { ...jsonResponse('ReviewDetails', 'The review'), headers: { Location: 'Path of the review' } } },
    errors: [...changeErrors, 503],
  },
  getReview: {
    method: 'GET',
    path: '/v1/reviews/{id}',
    summary: 'Get one review with its reviewers and lines',
    scope: 'read',
    parameters: [reviewId],
    responses: { 200: jsonResponse('ReviewDetails', 'The review') },
    errors: readOneErrors,
  },
  giveReviewLinks: {
    method: 'POST',
    path: '/v1/reviews/{id}/links',
    summary: 'Get the links of the reviewers, to pass them on',
    description:
      'For services that cannot send them. Whoever has a link decides as that reviewer, so this needs the admin scope, and the audit log says who asked.',
    scope: 'admin',
    parameters: [reviewId],
    responses: { 200: jsonResponse('ReviewLinkList', 'A link for each reviewer') },
    errors: changeErrors,
  },
  listAssignedReviews: {
    method: 'GET',
    path: '/v1/session/reviews',
    summary: 'List the open reviews that ask the person of this session, the first due one first',
    description:
      'By the e-mail address that the OpenID provider has verified, or that the operator gave with the link. Without one, the list is empty, and the person needs the links that reviewers get.',
    scope: 'session',
    responses: { 200: jsonResponse('AssignedReviewList', 'The reviews') },
    errors: [400, 401, 403, 429, 500],
  },
  closeReview: {
    method: 'POST',
    path: '/v1/reviews/{id}/close',
    summary: 'End a review, before it is due or when it is overdue',
    description: 'Nobody may decide any more. What is undecided stays undecided: these accounts keep what they have.',
    scope: 'write',
    parameters: [reviewId],
    responses: { 200: jsonResponse('ReviewDetails', 'The review') },
    errors: changeErrors,
  },
  getReviewEvidence: {
    method: 'GET',
    path: '/v1/reviews/{id}/evidence',
    summary: 'Get evidence of a review for an auditor',
    description:
      'Who was asked about which account, what was decided when, and what is undecided, as two files with digests.',
    scope: 'read',
    parameters: [reviewId],
    responses: { 200: jsonResponse('ActionJobEvidence', 'The files') },
    errors: readOneErrors,
  },
});
