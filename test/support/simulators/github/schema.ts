// The part of GitHub's GraphQL schema that the connector and the recordings ask for
// (docs.github.com/public/fpt/schema.docs.graphql).
export const schemaText = `
scalar DateTime
scalar URI
scalar X509Certificate
interface Node { id: ID! }
type Query {
  organization(login: String!): Organization
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  rateLimit(dryRun: Boolean = false): RateLimit
  viewer: User!
}
type RateLimit { limit: Int! cost: Int! remaining: Int! resetAt: DateTime! used: Int! nodeCount: Int! }
type PageInfo { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
type Total { totalCount: Int! }
enum RepositoryPrivacy { PUBLIC PRIVATE }
enum RepositoryVisibility { PRIVATE PUBLIC INTERNAL }
enum RepositoryAffiliation { OWNER COLLABORATOR ORGANIZATION_MEMBER }
enum RepositoryPermission { ADMIN MAINTAIN READ TRIAGE WRITE }
enum DefaultRepositoryPermissionField { ADMIN NONE READ WRITE }
enum CollaboratorAffiliation { OUTSIDE DIRECT ALL }
enum OrganizationMemberRole { MEMBER ADMIN }
enum TeamMembershipType { IMMEDIATE CHILD_TEAM ALL }
enum TeamMemberRole { MAINTAINER MEMBER }
enum TeamPrivacy { SECRET VISIBLE }
enum RepositoryVulnerabilityAlertState { OPEN FIXED DISMISSED AUTO_DISMISSED }
input IssueFilters { since: DateTime }
type Organization implements Node {
  id: ID! databaseId: Int login: String! name: String createdAt: DateTime! updatedAt: DateTime! description: String email: String
  isVerified: Boolean! location: String websiteUrl: URI url: URI! requiresTwoFactorAuthentication: Boolean
  membersWithRole(first: Int, after: String): OrganizationMemberConnection!
  teams(first: Int, after: String, query: String): TeamConnection!
  team(slug: String!): Team
  repositories(first: Int, after: String, ownerAffiliations: [RepositoryAffiliation], privacy: RepositoryPrivacy): RepositoryConnection!
  samlIdentityProvider: OrganizationIdentityProvider
}
type OrganizationMemberConnection { edges: [OrganizationMemberEdge] nodes: [User] pageInfo: PageInfo! totalCount: Int! }
type OrganizationMemberEdge { cursor: String! hasTwoFactorEnabled: Boolean node: User role: OrganizationMemberRole }
type User implements Node {
  id: ID! databaseId: Int login: String! name: String email: String! company: String createdAt: DateTime! updatedAt: DateTime!
  avatarUrl(size: Int): URI! isSiteAdmin: Boolean! isEmployee: Boolean! location: String url: URI! websiteUrl: URI bio: String
  organizationVerifiedDomainEmails(login: String!): [String!]!
}
type OrganizationIdentityProvider implements Node {
  id: ID! digestMethod: URI issuer: String ssoUrl: URI signatureMethod: URI idpCertificate: X509Certificate
  externalIdentities(first: Int, after: String): ExternalIdentityConnection!
}
type ExternalIdentityConnection { edges: [ExternalIdentityEdge] nodes: [ExternalIdentity] pageInfo: PageInfo! totalCount: Int! }
type ExternalIdentityEdge { cursor: String! node: ExternalIdentity }
type ExternalIdentity implements Node {
  id: ID! guid: String! samlIdentity: ExternalIdentitySamlAttributes scimIdentity: ExternalIdentityScimAttributes user: User
}
type ExternalIdentityAttribute { metadata: String name: String! value: String! }
type UserEmailMetadata { primary: Boolean type: String value: String! }
type ExternalIdentitySamlAttributes {
  attributes: [ExternalIdentityAttribute!]! emails: [UserEmailMetadata!] familyName: String givenName: String groups: [String!]
  nameId: String username: String
}
type ExternalIdentityScimAttributes { emails: [UserEmailMetadata!] familyName: String givenName: String groups: [String!] username: String }
type TeamConnection { edges: [TeamEdge] nodes: [Team] pageInfo: PageInfo! totalCount: Int! }
type TeamEdge { cursor: String! node: Team }
type Team implements Node {
  id: ID! databaseId: Int slug: String! name: String! url: URI! description: String privacy: TeamPrivacy! createdAt: DateTime!
  updatedAt: DateTime! combinedSlug: String! parentTeam: Team
  members(first: Int, after: String, membership: TeamMembershipType = ALL, query: String, role: TeamMemberRole): TeamMemberConnection!
  repositories(first: Int, after: String, query: String): TeamRepositoryConnection!
}
type TeamMemberConnection { edges: [TeamMemberEdge] nodes: [User] pageInfo: PageInfo! totalCount: Int! }
type TeamMemberEdge { cursor: String! node: User! role: TeamMemberRole! }
type TeamRepositoryConnection { edges: [TeamRepositoryEdge] nodes: [Repository] pageInfo: PageInfo! totalCount: Int! }
type TeamRepositoryEdge { cursor: String! node: Repository! permission: RepositoryPermission! }
type RepositoryConnection { edges: [RepositoryEdge] nodes: [Repository] pageInfo: PageInfo! totalCount: Int! }
type RepositoryEdge { cursor: String! node: Repository }
type Repository implements Node {
  id: ID! databaseId: Int name: String! nameWithOwner: String! url: URI! visibility: RepositoryVisibility! isPrivate: Boolean!
  isArchived: Boolean! isDisabled: Boolean! isFork: Boolean! createdAt: DateTime! updatedAt: DateTime! pushedAt: DateTime
  description: String autoMergeAllowed: Boolean! deleteBranchOnMerge: Boolean! forkCount: Int! forkingAllowed: Boolean! homepageUrl: URI
  isEmpty: Boolean! isInOrganization: Boolean! isLocked: Boolean! isMirror: Boolean! isSecurityPolicyEnabled: Boolean
  isTemplate: Boolean! isUserConfigurationRepository: Boolean! lockReason: String mergeCommitAllowed: Boolean! rebaseMergeAllowed: Boolean!
  branchProtectionRules(first: Int): Total! vulnerabilityAlerts(states: [RepositoryVulnerabilityAlertState!], first: Int): Total
  issues(filterBy: IssueFilters, first: Int): Total! refs(refPrefix: String!, first: Int): Total
  repositoryTopics(first: Int): Total! pullRequests(first: Int): Total!
  collaborators(affiliation: CollaboratorAffiliation, first: Int, after: String, query: String): RepositoryCollaboratorConnection
  deployKeys(first: Int, after: String): DeployKeyConnection
  environments(first: Int, after: String): EnvironmentConnection
}
type RepositoryCollaboratorConnection { edges: [RepositoryCollaboratorEdge] nodes: [User] pageInfo: PageInfo! totalCount: Int! }
type RepositoryCollaboratorEdge {
  cursor: String! node: User! permission: RepositoryPermission! permissionSources: [PermissionSource!]
}
union PermissionGranter = Organization | Repository | Team
type PermissionSource {
  organization: Organization! permission: DefaultRepositoryPermissionField! roleName: String source: PermissionGranter!
}
type DeployKeyConnection { nodes: [DeployKey] pageInfo: PageInfo! totalCount: Int! }
type DeployKey implements Node { id: ID! createdAt: DateTime! key: String! readOnly: Boolean! title: String! verified: Boolean! }
type EnvironmentConnection { edges: [EnvironmentEdge] nodes: [Environment] pageInfo: PageInfo! totalCount: Int! }
type EnvironmentEdge { cursor: String! node: Environment }
type Environment implements Node { id: ID! databaseId: Int name: String! }
`;
