// docs/nhi-top-10.md: what the service finds of each entry of the OWASP Non-Human Identities Top 10 (2025), from the headers of rules and
// queries, and what it cannot find.
import { queryPack } from '../../src/queries/pack.ts';
import { riskRules } from '../../src/warehouse/risk-rules.ts';
import { page, table } from './markdown.ts';

interface Entry {
  readonly title: string;
  /** What is found by something else than a rule or a query. */
  readonly also?: string;
  readonly not: string;
}

/** https://owasp.org/www-project-non-human-identities-top-10/2025/ */
const entries: Readonly<Record<string, Entry>> = {
  'NHI1:2025': {
    title: 'Improper offboarding',
    not: 'Use of a key that the source does not report. Secrets outside of the sources that are read.',
  },
  'NHI2:2025': {
    title: 'Secret leakage',
    also: 'The connector `leaked-secrets` reads what TruffleHog and Gitleaks have found, and ties it to keys by their hashes.',
    not: 'Secrets that no scanner has searched for, or whose hash no source has.',
  },
  'NHI3:2025': {
    title: 'Vulnerable third-party NHI',
    also: 'Grants to applications of others are accounts of the subtype `OAuthGrant` where the source shows them; `blast_radius` says how far they reach.',
    not: 'Whether a third party is trustworthy or has been compromised: no source says so. Whose the application is, outside of Entra: Google and GitHub do not show it with the grant.',
  },
  'NHI4:2025': {
    title: 'Insecure authentication',
    also: '`authenticationMethods` of an account, and authenticators, where the source shows them.',
    not: 'Whether a method is out of date or badly configured. The rules about second factors and passwords are about people. There is no rule.',
  },
  'NHI5:2025': {
    title: 'Overprivileged NHI',
    not: 'What a task needs. Unused privileges are found only where the source reports use for every kind of object that they are given on.',
  },
  'NHI6:2025': {
    title: 'Insecure cloud deployment configurations',
    also: 'Federated credentials of Entra that trust GitHub Actions are access with their conditions (subject, audience).',
    not: 'Pipelines and their static credentials. Whether the condition of a provider of workload identities (Google Cloud) admits everybody: it is shown, and not evaluated. Trust that is wider than needed, but not open to everybody.',
  },
  'NHI7:2025': {
    title: 'Long-lived secrets',
    not: 'The age of a key whose creation the source does not report. Secrets of an application that its source does not list.',
  },
  'NHI8:2025': {
    title: 'Environment isolation',
    also: 'The blast radius crosses application instances, so a chain from a test system to production shows.',
    not: 'Which environment an instance or a resource belongs to: no field says so. There is no rule.',
  },
  'NHI9:2025': {
    title: 'NHI reuse',
    also: 'A key that several accounts share is a node `Key` in `impersonation_steps`, by its hash.',
    not: 'One account that several workloads use: sources seldom say from where it is used.',
  },
  'NHI10:2025': {
    title: 'Human use of NHI',
    not: 'Whether a person or a program used a machine account: activities name the account only. There is no rule.',
  },
};

export function nhiTopTenReference(): string {
  const rulesOf = (tag: string) => riskRules().filter(({ references }) => references.includes(`OWASP ${tag}`));
  const queriesOf = (tag: string) => queryPack().filter(({ tags }) => tags.includes(tag));
  const listed = (names: readonly string[]) => (names.length === 0 ? '–' : names.join(', '));
  return page(
    '# The OWASP Non-Human Identities Top 10 (2025)',
    'What is found of each entry, by which rule and which shipped query, and what cannot be found. Generated from the headers of rules and queries by `npm run docs`. A rule finds nothing where the sources do not bring what it reads; the ledger says what is missing.',
    table(
      ['Entry', 'Rules', 'Queries', 'Also', 'Cannot be found'],
      Object.entries(entries).map(([tag, { title, also = '–', not }]) => [
        `${tag} ${title}`,
        listed(rulesOf(tag).map(({ name }) => `\`${name}\``)),
        listed(queriesOf(tag).map(({ name }) => name)),
        also,
        not,
      ]),
    ),
    '## Filter by an entry',
    'Violations and rules have the entry in `references`, such as `OWASP NHI7:2025`: in lists (`filter=[{"field":"references","filterType":"eq","values":["OWASP NHI7:2025"]}]`), in the exports `risks` and `risksV2`, in the tables `risk_violations` and `risk_definitions`, and on the page of risks in the console. Shipped queries have it as a tag.',
    '## Agents',
    'AI agents are accounts of the type `Machine` and the subtype `Agent`. The rule `unsupervised_agent` finds agents without a sponsor, with administration that has no end, and with a sponsor who has left. The query *Chains from people to what their agents reach* shows person, blueprint or application, agent, the group or role between, scope, object and expiry, as far as the sources say them. Entra brings agents and their blueprints as accounts: a blueprint may act as its agents, sponsors are among the owners, and delegated permissions are access with the scopes as specifiers. The tools of an agent are not objects of the model, and no source brings them.',
    '## Workload identity',
    'GitHub Actions and service accounts of Kubernetes: a role of AWS that trusts their tokens has them as members, and a federated credential of Entra is access of theirs, with subject and audience among the conditions, when both sources are read. Clusters are recognized by the issuer of their tokens; those with the default issuer are not. Other subjects of federated credentials are gaps of the ledger. Annotations of Kubernetes for workload identity are in `profileMetadata` of the service account, and lead to nothing by themselves. Google Cloud: identities of pools of workload identities that a policy names are accounts and groups. Service accounts of clusters, those of clusters of Google included, and repositories of GitHub are their members and can act as them, with issuer, audiences and condition, where the provider takes over the claim as it is; all identities of a pool, other attributes and other providers are not joined.',
    'SPIFFE: trust domains are authenticators, from the resources of SPIRE in a cluster and from pools of Google Cloud. A trust domain is a member of those that trust it, and the source that issues its identities is found by its name. Which workload has which SPIFFE ID is not read: a subject `spiffe://…` shows only as a condition of the trust that names it.',
  );
}
