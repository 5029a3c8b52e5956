// The endpoints of Microsoft Graph v1.0 that the connector uses (learn.microsoft.com/graph/api/overview).
import type { Answer, Call, Routes } from '../simulator.ts';
import { graphError, matches, noLicence, notFound, page, selected } from './answers.ts';
import type { Deltas } from './delta.ts';
import { type EntraState, type Item, objectWithId } from './state.ts';

/** What a simulated tenant needs from outside. */
export interface World {
  readonly state: EntraState;
  /** What readers see: the state, or what it was some requests ago. */
  readonly seen: EntraState;
  readonly deltas: Deltas;
  now(): string;
  newId(): string;
  pageSize(): number;
}

export const graphRoutes = (world: World): Routes => ({
  ...userRoutes(world),
  ...groupRoutes(world),
  ...applicationRoutes(world),
  ...roleRoutes(world),
  ...policyRoutes(world),
  ...changeRoutes(world),
});

export const values = <Value>(map: ReadonlyMap<string, Value>): Value[] => [...map.values()];

type Expand = (item: Item) => Item;

/** A list with `$filter`, `$select`, `$expand` and pages. */
const list =
  (world: World, of: (seen: EntraState) => readonly Item[], expand: Expand = item => item, limit = 100) =>
  (call: Call): Answer => {
    const { searchParams } = call.url;
    const items = of(world.seen).filter(item => matches(item, searchParams.get('$filter')));
    const paging = { limit: Math.min(limit, world.pageSize()), most: world.pageSize() };
    return page(call, items, paging, item => ({
      ...selected(item, searchParams.get('$select')),
      ...expansion(expand(item), call),
    }));
  };

const expansion = (members: Item, call: Call): object => {
  const names = (call.url.searchParams.get('$expand') ?? '').split(/,(?![^(]*\))/).map(text => text.split('(')[0]!);
  return Object.fromEntries(names.filter(name => name in members).map(name => [name, members[name]]));
};

const references = (state: EntraState, ids: readonly string[]): Item[] =>
  ids.flatMap(id => {
    const object = objectWithId(state, id);
    return object ? [{ '@odata.type': object['@odata.type'], id, displayName: object['displayName'] }] : [];
  });

const existing = (item: Item | undefined, id: string, answer: (item: Item) => Answer): Answer =>
  item === undefined ? notFound(id) : answer(item);

const selectedObject =
  (call: Call) =>
  (item: Item): Answer => ({ body: selected(item, call.url.searchParams.get('$select')) });

function userRoutes(world: World): Routes {
  const withManager: Expand = user => ({ ...user, manager: world.seen.users.get(String(user['managerId'])) });
  const users = list(
    world,
    seen => values(seen.users).map(({ managerId: _, ...user }) => user as Item),
    user => withManager(world.seen.users.get(user.id)!),
  );
  const memberOf = (call: Call) =>
    existing(objectWithId(world.seen, call.params['id']!), call.params['id']!, ({ id }) =>
      list(world, seen => values(seen.groups).filter(group => seen.members.get(group.id)?.has(id)))(call),
    );
  return {
    'GET /v1.0/organization': () => ({ body: { value: [world.seen.organization] } }),
    'GET /v1.0/domains': list(world, seen => values(seen.domains)),
    'GET /v1.0/domains/:id/federationConfiguration': list(world, seen => values(seen.federations).flat()),
    'GET /v1.0/users/delta': call => world.deltas.answer(call, world.seen, 'users'),
    'GET /v1.0/users': call => {
      const asksForSignIns = `${call.url.searchParams.get('$select')}${call.url.searchParams.get('$filter')}`;
      return asksForSignIns.includes('signInActivity') && !world.seen.isPremium ? noLicence() : users(call);
    },
    'GET /v1.0/users/:id': call =>
      existing(world.seen.users.get(call.params['id']!), call.params['id']!, selectedObject(call)),
    'GET /v1.0/users/:id/memberOf': memberOf,
    'GET /v1.0/servicePrincipals/:id/memberOf': memberOf,
    'GET /v1.0/directoryObjects/:id': call =>
      /^[0-9a-f-]{36}$/i.test(call.params['id']!)
        ? existing(objectWithId(world.seen, call.params['id']!), call.params['id']!, body => ({ body }))
        : graphError(400, 'Request_BadRequest', `Invalid object identifier '${call.params['id']}'.`),
    'GET /v1.0/reports/authenticationMethods/userRegistrationDetails': call => {
      if (world.seen.notGranted.has('AuditLog.Read.All'))
        return graphError(
          403,
          'Authentication_MSGraphPermissionMissing',
          'Calling principal does not have required MSGraph permissions AuditLog.Read.All',
        );
      return world.seen.isPremium ? list(world, seen => values(seen.registrations))(call) : noLicence();
    },
  };
}

/** `$expand` gives at most twenty objects. */
const expandedOwners = (state: EntraState, item: Item): Item => ({
  ...item,
  owners: references(state, state.owners.get(item.id) ?? []).slice(0, 20),
});

const ownersOf = (world: World) => (call: Call) =>
  list(world, seen => references(seen, seen.owners.get(call.params['id']!) ?? []))(call);

function groupRoutes(world: World): Routes {
  return {
    'GET /v1.0/groups/delta': call => world.deltas.answer(call, world.seen, 'groups'),
    'GET /v1.0/groups': list(
      world,
      seen => values(seen.groups),
      item => expandedOwners(world.seen, item),
    ),
    'GET /v1.0/groups/:id': call =>
      existing(world.seen.groups.get(call.params['id']!), call.params['id']!, selectedObject(call)),
    'GET /v1.0/groups/:id/owners': ownersOf(world),
    'GET /v1.0/groups/:id/members': call =>
      existing(world.seen.groups.get(call.params['id']!), call.params['id']!, ({ id }) =>
        list(world, seen => references(seen, [...(seen.members.get(id) ?? [])]))(call),
      ),
  };
}

/** Lists give no certificates. */
const withoutKeys = (item: Item): Item =>
  'keyCredentials' in item
    ? { ...item, keyCredentials: (item['keyCredentials'] as object[]).map(key => ({ ...key, key: null })) }
    : item;

function applicationRoutes(world: World): Routes {
  const appRoles = (call: Call) =>
    existing(world.seen.servicePrincipals.get(call.params['id']!), call.params['id']!, ({ id }) =>
      list(world, seen => seen.appRoleAssignedTo.get(id) ?? [])(call),
    );
  const applications = list(
    world,
    seen => values(seen.applications).map(({ federatedIdentityCredentials: _, ...each }) => withoutKeys(each as Item)),
    item => expandedOwners(world.seen, item),
  );
  return {
    'GET /v1.0/applications': applications,
    'GET /v1.0/applications/:id/owners': ownersOf(world),
    'GET /v1.0/applications/:id/federatedIdentityCredentials': call =>
      list(
        world,
        seen => (seen.applications.get(call.params['id']!)?.['federatedIdentityCredentials'] ?? []) as Item[],
      )(call),
    'GET /v1.0/servicePrincipals': list(
      world,
      seen => values(seen.servicePrincipals).map(withoutKeys),
      item => expandedOwners(world.seen, item),
    ),
    'GET /v1.0/servicePrincipals/delta': call => world.deltas.answer(call, world.seen, 'servicePrincipals'),
    'GET /v1.0/servicePrincipals/:id': call =>
      existing(world.seen.servicePrincipals.get(call.params['id']!), call.params['id']!, selectedObject(call)),
    'GET /v1.0/servicePrincipals/:id/owners': ownersOf(world),
    'GET /v1.0/servicePrincipals/:id/appRoleAssignedTo': appRoles,
    'GET /v1.0/servicePrincipals/:id/microsoft.graph.agentIdentity/sponsors': call =>
      list(world, seen => references(seen, seen.sponsors.get(call.params['id']!) ?? []))(call),
    'GET /v1.0/oauth2PermissionGrants': list(world, seen => values(seen.grants)),
  };
}

function roleRoutes(world: World): Routes {
  const withPrincipal: Expand = item => ({
    ...item,
    principal: objectWithId(world.seen, String(item['principalId'])) ?? null,
  });
  const noP2 = graphError(400, 'AadPremiumLicenseRequired', 'The tenant needs a Microsoft Entra ID P2 license.');
  return {
    'GET /v1.0/roleManagement/directory/roleDefinitions': list(
      world,
      seen => values(seen.roleDefinitions),
      undefined,
      1000,
    ),
    'GET /v1.0/roleManagement/directory/roleDefinitions/:id': call =>
      existing(world.seen.roleDefinitions.get(call.params['id']!), call.params['id']!, body => ({ body })),
    'GET /v1.0/roleManagement/directory/roleAssignments': list(
      world,
      seen => values(seen.roleAssignments),
      withPrincipal,
      1000,
    ),
    'GET /v1.0/roleManagement/directory/roleEligibilityScheduleInstances': call =>
      world.seen.isPremium ? list(world, seen => values(seen.eligible), withPrincipal)(call) : noP2,
    'GET /v1.0/directory/administrativeUnits': list(world, seen => values(seen.units)),
    'GET /v1.0/directory/administrativeUnits/:id/members': call =>
      list(world, seen => references(seen, seen.unitMembers.get(call.params['id']!) ?? []))(call),
  };
}

function policyRoutes(world: World): Routes {
  const packages = 'GET /v1.0/identityGovernance/entitlementManagement';
  return {
    'GET /v1.0/identity/conditionalAccess/policies': list(world, seen => values(seen.policies)),
    'GET /v1.0/identity/conditionalAccess/namedLocations': list(world, seen => values(seen.locations)),
    'GET /v1.0/policies/identitySecurityDefaultsEnforcementPolicy': () => ({
      // Graph sends this header with the answer itself, which is no limit.
      headers: { 'retry-after': '1209600' },
      body: world.seen.securityDefaults,
    }),
    'GET /v1.0/policies/authenticationMethodsPolicy': () => ({
      body: { id: 'authenticationMethodsPolicy', authenticationMethodConfigurations: world.seen.methods },
    }),
    [`${packages}/accessPackages`]: list(world, seen => values(seen.packages)),
    [`${packages}/assignments`]: list(
      world,
      seen => values(seen.packageAssignments).map(({ target: _, accessPackage: __, ...item }) => item as Item),
      item => world.seen.packageAssignments.get(item.id)!,
    ),
  };
}

function changeRoutes(world: World): Routes {
  const { state } = world;
  const patch = (collection: 'users' | 'servicePrincipals') => (call: Call) =>
    existing(state[collection].get(call.params['id']!), call.params['id']!, item => {
      Object.assign(item, call.body);
      return { status: 204 };
    });
  const group = (call: Call, change: (members: Set<string>) => Answer) =>
    existing(state.groups.get(call.params['id']!), call.params['id']!, each => {
      if ((each['groupTypes'] as string[]).includes('DynamicMembership') || each['onPremisesSyncEnabled'] === true)
        return graphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.');
      const members = state.members.get(each.id) ?? new Set();
      state.members.set(each.id, members);
      return change(members);
    });
  const assignments = '/v1.0/roleManagement/directory/roleAssignments';
  return {
    'PATCH /v1.0/users/:id': patch('users'),
    'PATCH /v1.0/servicePrincipals/:id': patch('servicePrincipals'),
    'POST /v1.0/groups/:id/members/\\$ref': call =>
      group(call, members => {
        const id = String((call.body as Record<string, unknown>)['@odata.id'])
          .split('/')
          .at(-1)!;
        if (!objectWithId(state, id)) return notFound(id);
        if (members.has(id))
          return graphError(
            400,
            'Request_BadRequest',
            "One or more added object references already exist for the following modified properties: 'members'.",
          );
        members.add(id);
        return { status: 204 };
      }),
    'DELETE /v1.0/groups/:id/members/:member/\\$ref': call =>
      group(call, members =>
        members.delete(call.params['member']!) ? { status: 204 } : notFound(call.params['member']!),
      ),
    'POST /v1.0/groups': call => {
      const item = {
        id: world.newId(),
        ...{ createdDateTime: world.now(), description: null, groupTypes: [], mail: null },
        ...(call.body as object),
      };
      state.groups.set(item.id, item);
      return { status: 201, body: item };
    },
    'DELETE /v1.0/groups/:id': call =>
      existing(state.groups.get(call.params['id']!), call.params['id']!, ({ id }) => {
        state.groups.delete(id);
        return { status: 204 };
      }),
    [`POST ${assignments}`]: call => {
      const body = call.body as Record<string, unknown>;
      const isSame = (each: Item) => Object.entries(body).every(([name, value]) => each[name] === value);
      if (values(state.roleAssignments).some(isSame))
        return graphError(
          400,
          'Request_BadRequest',
          'A conflicting object with one or more of the specified property values is present in the directory.',
        );
      const item = { id: world.newId(), ...body };
      state.roleAssignments.set(item.id, item);
      return { status: 201, body: item };
    },
    [`DELETE ${assignments}/:id`]: call =>
      state.roleAssignments.delete(call.params['id']!) ? { status: 204 } : notFound(call.params['id']!),
  };
}
