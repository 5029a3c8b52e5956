// Entries of the audit log in words. An action without words is shown as the service calls it.

/** Action → what somebody did, before the name of what it was done to. */
const acts: Readonly<Record<string, string>> = {
  'actionJob.create': 'asked for a change',
  'actionJob.end': 'asked for a change, which has ended',
  'actionJob.cancel': 'cancelled a change',
  'actionJob.stop': 'stopped a change',
  'actionJob.approve': 'approved a change',
  'actionJob.revert': 'asked to undo a change',
  'client.add': 'added the client',
  'client.revoke': 'revoked the client',
  'download.create': 'asked for an export',
  'download.save': 'saved the file',
  'download.stream': 'downloaded an export',
  'object.change': 'changed an object in its source',
  'object.revert': 'undid the change of an object',
  'review.close': 'ended the review',
  'review.create': 'asked managers and owners',
  'review.decide': 'decided in a review',
  'review.link': 'printed the links of a review',
  'riskViolation.accept': 'accepted a risk',
  'riskViolation.withdrawAcceptance': 'took back the acceptance of a risk',
  'savedQuery.create': 'saved the query',
  'savedQuery.update': 'changed the saved query',
  'savedQuery.delete': 'deleted the saved query',
  'session.revoke': 'ended the session',
  'session.signIn': 'signed in',
  'session.signOut': 'signed out',
  'signInLink.add': 'made a link to sign in',
  'signal.receive': 'sent the signal',
  'signing-key.rotate': 'made a new signing key',
  'source.acceptLoss': 'accepted the loss of the source',
  'source.add': 'added the source',
  'source.push': 'sent rows of the source',
  'source.replaceFile': 'replaced the file of the source',
  'source.sync': 'asked to read the source',
  'state.restore': 'restored a backup',
  'token.issue': 'got a token',
  'tool.call': 'let an assistant propose a change',
};

/** What the principal of an entry did. */
export const actOf = (action: string): string => acts[action] ?? action;

/** The actions that have words, for a choice. */
export const knownActs: readonly (readonly [action: string, act: string])[] = Object.entries(acts);
