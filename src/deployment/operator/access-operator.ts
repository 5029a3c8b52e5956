// The operator's commands about who may use the service: clients and their keys, and people with a browser.
import type { TenantConfig } from '../../config/config-file.ts';
import { OperatorError } from '../../errors.ts';
import { addClient, type Client, listClients, revokeClient, type Scope } from '../../state/clients/clients.ts';
import { giveReviewLinks, type ReviewLink } from '../../state/reviews/review-links.ts';
import { findReview } from '../../state/reviews/reviews.ts';
import { type BrowserSession, listSessions, revokeSessions } from '../../state/sessions/browser-sessions.ts';
import type { Role } from '../../state/sessions/roles.ts';
import { addSignInLink } from '../../state/sessions/sign-in-links.ts';
import { retirementBefore, rotateSigningKey } from '../../state/signing-keys.ts';
import { isUuid } from '../../uuid.ts';
import type { Service } from '../service.ts';
import { chosenSources } from '../sources/sources.ts';

/** The tenant of a command; may be omitted when there is only one. */
export interface TenantChoice {
  readonly tenant?: string | undefined;
}

export interface RotatedKey {
  readonly kid: string;
  /** From when on it signs. */
  readonly signsFrom: Date;
  /** Until when tokens of the keys before it are accepted. */
  readonly formerUntil: Date;
}

/** A link that signs a person in once. */
export interface SignInLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** A link with which a reviewer decides. */
export interface AccessOperator {
  addClient(
    options: TenantChoice & {
      name: string;
      scopes: readonly Scope[];
      sources: readonly string[];
      personData?: boolean | undefined;
    },
  ): Promise<{ client: Client; clientSecret: string }>;
  listClients(options: TenantChoice): Promise<readonly Client[]>;
  revokeClient(options: { clientId: string }): Promise<void>;
  rotateKey(): Promise<RotatedKey>;
  /** @param options.sources the only sources that the person sees; empty: all of the tenant */
  addSignInLink(
    options: TenantChoice & { name: string; role: Role; email?: string | undefined; sources: readonly string[] },
  ): Promise<SignInLink>;
  /** The link of each reviewer of a review, for whom no e-mail reaches. */
  reviewLinks(options: TenantChoice & { review: string }): Promise<readonly ReviewLink[]>;
  /** The sessions of browsers that can be used. */
  listSessions(options: TenantChoice): Promise<readonly BrowserSession[]>;
  /** Revoke one session, or all of the tenant. Resolves to their number. */
  revokeSessions(options: TenantChoice & { sessionId?: string | undefined }): Promise<number>;
}

/** Who may use the service: clients, keys, people. */
export function createAccessOperator(service: Service): AccessOperator {
  const { database } = service;
  return {
    async addClient({ tenant: tenantName, name, scopes, sources, personData }) {
      const { name: tenant, config } = service.tenant(tenantName);
      const applicationInstanceIds = instancesOf(config, sources);
      const limits = { applicationInstanceIds, personData };
      return addClient(database, { tenant, name, scopes, ...limits, createdBy: 'operator' });
    },

    async listClients({ tenant }) {
      return listClients(database, service.tenant(tenant).name);
    },

    async revokeClient({ clientId }) {
      const revoked = await revokeClient(database, clientId, 'operator');
      if (!revoked)
        throw new OperatorError(`there is no client ${clientId} to revoke; \`rolecall clients list\` shows them`);
    },

    async rotateKey() {
      const { kid, activates_at: signsFrom } = await rotateSigningKey(database, { by: 'operator' });
      return { kid, signsFrom, formerUntil: retirementBefore(signsFrom) };
    },

    async addSignInLink({ tenant: tenantName, name, role, email, sources }) {
      const { name: tenant, config } = service.tenant(tenantName);
      const applicationInstanceIds = instancesOf(config, sources);
      const { token, expiresAt } = await addSignInLink(database, { tenant, name, role, email, applicationInstanceIds });
      return { url: `${service.access.baseUrl}/sign-in/link?token=${token}`, expiresAt };
    },

    async reviewLinks({ tenant: tenantName, review: id }) {
      const { name: tenant } = service.tenant(tenantName);
      const review = isUuid(id) ? await findReview(database, id) : undefined;
      if (review?.tenant !== tenant) {
        throw new OperatorError(`there is no review ${id}; \`rolecall reviews\` shows them`);
      }
      return giveReviewLinks(database, service.access.baseUrl, review, 'operator');
    },

    listSessions: async ({ tenant }) => listSessions(database, service.tenant(tenant).name),

    revokeSessions: async ({ tenant, sessionId }) =>
      revokeSessions(
        database,
        sessionId === undefined ? { tenant: service.tenant(tenant).name } : { sessionId },
        'operator',
      ),
  };
}

/** The application instances of the named sources; undefined when none is named. */
function instancesOf(tenant: TenantConfig, names: readonly string[]): string[] | undefined {
  if (names.length === 0) return undefined;
  const ids = chosenSources(tenant, names);
  return ids.map(id => tenant.sources.find(source => source.id === id)!.application_instance_id);
}
