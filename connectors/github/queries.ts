// The GraphQL queries (docs.github.com/graphql). Each connection takes a page of 100, and those inside another one their first 100.

const pageInfo = 'pageInfo { hasNextPage endCursor }';

const ofOrganisation = (selection: string) =>
  `query ($login: String!, $after: String) { organization(login: $login) { ${selection} } }`;

const ofNode = (type: string, selection: string) =>
  `query ($id: ID!, $after: String) { node(id: $id) { ... on ${type} { ${selection} } } }`;

export const membersQuery = ofOrganisation(
  `membersWithRole(first: 100, after: $after) { ${pageInfo} edges { role hasTwoFactorEnabled node {
    databaseId login name email company createdAt updatedAt avatarUrl
  } } }`,
);

/** By itself, because a refusal of the addresses hides the whole person. */
export const verifiedEmailsQuery = ofOrganisation(
  `membersWithRole(first: 100, after: $after) { ${pageInfo} nodes {
    databaseId organizationVerifiedDomainEmails(login: $login)
  } }`,
);

export const identityProviderQuery = `query ($login: String!) { organization(login: $login) {
  samlIdentityProvider { issuer ssoUrl idpCertificate }
} }`;

export const identitiesQuery = ofOrganisation(
  `samlIdentityProvider { externalIdentities(first: 100, after: $after) { ${pageInfo} nodes {
    guid samlIdentity { nameId } user { databaseId login }
  } } }`,
);

const membersOf = (range: string) =>
  `members(membership: IMMEDIATE, ${range}) { ${pageInfo} edges { role node { databaseId login } } }`;

export const teamsQuery = ofOrganisation(
  `teams(first: 50, after: $after) { ${pageInfo} nodes {
    id databaseId slug name description privacy createdAt updatedAt parentTeam { databaseId } ${membersOf('first: 100')}
  } }`,
);

export const teamMembersQuery = ofNode('Team', membersOf('first: 100, after: $after'));

export const teamNamesQuery = ofOrganisation(
  `teams(first: 100, after: $after) { ${pageInfo} nodes { id databaseId name } }`,
);

const repositoriesOf = (range: string) =>
  `repositories(${range}) { ${pageInfo} edges { permission node { databaseId nameWithOwner } } }`;

export const teamRepositoriesQuery = ofOrganisation(
  `teams(first: 50, after: $after) { ${pageInfo} nodes { id databaseId ${repositoriesOf('first: 100')} } }`,
);

export const repositoriesOfTeamQuery = ofNode('Team', repositoriesOf('first: 100, after: $after'));

const environmentsOf = (range: string) => `environments(${range}) { ${pageInfo} nodes { databaseId name } }`;

export const repositoriesQuery = ofOrganisation(
  `repositories(first: 100, after: $after, ownerAffiliations: OWNER) { ${pageInfo} nodes {
    id databaseId name nameWithOwner url visibility isArchived isDisabled createdAt updatedAt
    deployKeys(first: 1) { totalCount } ${environmentsOf('first: 20')}
  } }`,
);

export const environmentsQuery = ofNode('Repository', environmentsOf('first: 100, after: $after'));

const collaboratorsOf = (range: string) =>
  `collaborators(affiliation: DIRECT, ${range}) { ${pageInfo} edges {
    permission permissionSources { permission roleName source { __typename } } node { databaseId login }
  } }`;

export const collaboratorsQuery = ofOrganisation(
  `repositories(first: 25, after: $after, ownerAffiliations: OWNER) { ${pageInfo} nodes {
    id databaseId nameWithOwner ${collaboratorsOf('first: 100')}
  } }`,
);

/** Those whose login or name holds the text. */
export const collaboratorsNamedQuery = `query ($id: ID!, $person: String!, $after: String) {
  node(id: $id) { ... on Repository { ${collaboratorsOf('query: $person, first: 100, after: $after')} } }
}`;

export const collaboratorsOfRepositoryQuery = ofNode('Repository', collaboratorsOf('first: 100, after: $after'));
