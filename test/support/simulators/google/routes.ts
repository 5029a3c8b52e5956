// The endpoints of the Admin SDK and of the Groups Settings API.
import type { Answer, Call, Routes } from '../simulator.ts';
import { googleError, notFound, page } from './answers.ts';
import type { GoogleState, Item } from './state.ts';

const root = '/admin/directory/v1';
const ofCustomer = `${root}/customer/:customer`;

export function googleRoutes(state: GoogleState): Routes {
  const list = (kind: string, member: string, items: () => readonly Item[], most?: number) => (call: Call) =>
    page(call, `admin#directory#${kind}`, member, items(), most);
  return {
    [`GET ${root}/customers/:customer`]: () =>
      state.customer
        ? { body: state.customer }
        : googleError(403, 'forbidden', 'Not Authorized to access this resource/api'),
    [`GET ${ofCustomer}/domains`]: list('domains', 'domains', () => state.domains, 1000),
    [`GET ${ofCustomer}/orgunits`]: list('orgUnits', 'organizationUnits', () => state.units, 1000),
    [`GET ${ofCustomer}/roles`]: list('roles', 'items', () => state.roles),
    [`GET ${ofCustomer}/devices/mobile`]: list('mobiledevices', 'mobiledevices', () => state.mobile),
    [`GET ${ofCustomer}/devices/chromeos`]: list('chromeosdevices', 'chromeosdevices', () => state.chrome),
    ...userRoutes(state),
    ...groupRoutes(state),
    ...roleRoutes(state),
  };
}

function userRoutes(state: GoogleState): Routes {
  const found = (call: Call, answer: (user: Item) => Answer): Answer => {
    const key = call.params['user']!;
    const user = state.users.get(key) ?? [...state.users.values()].find(each => each['primaryEmail'] === key);
    return user ? answer(user) : notFound('userKey');
  };
  return {
    [`GET ${root}/users`]: call => page(call, 'admin#directory#users', 'users', [...state.users.values()]),
    [`GET ${root}/users/:user`]: call => found(call, user => ({ body: user })),
    [`PATCH ${root}/users/:user`]: call =>
      found(call, user => {
        const { suspended } = call.body as { suspended: boolean };
        Object.assign(user, { suspended, ...(suspended && { suspensionReason: 'ADMIN' }) });
        if (!suspended) delete user['suspensionReason'];
        return { body: user };
      }),
    [`GET ${root}/users/:user/tokens`]: call =>
      found(call, ({ id }) => page(call, 'admin#directory#tokenList', 'items', state.tokens.get(String(id)) ?? [])),
    [`GET ${root}/users/:user/asps`]: call =>
      found(call, ({ id }) => page(call, 'admin#directory#aspList', 'items', state.passwords.get(String(id)) ?? [])),
  };
}

function groupRoutes(state: GoogleState): Routes {
  const found = (call: Call, answer: (group: Item, members: Map<string, Item>) => Answer): Answer => {
    const group = state.groups.get(call.params['group']!);
    if (!group) return notFound('groupKey');
    const members = state.members.get(String(group['id'])) ?? new Map<string, Item>();
    state.members.set(String(group['id']), members);
    return answer(group, members);
  };
  const member = (call: Call, answer: (row: Item, members: Map<string, Item>, id: string) => Answer) =>
    found(call, (_group, members) => {
      const id = call.params['member']!;
      const row = members.get(id);
      return row ? answer(row, members, id) : notFound('memberKey');
    });
  return {
    [`GET ${root}/groups`]: call => page(call, 'admin#directory#groups', 'groups', [...state.groups.values()], 200),
    [`POST ${root}/groups`](call) {
      const { email, name } = call.body as { email: string; name: string };
      if ([...state.groups.values()].some(group => group['email'] === email))
        return googleError(409, 'duplicate', 'Entity already exists.');
      const id = `0new${state.groups.size}`;
      const group = { kind: 'admin#directory#group', id, email, name, directMembersCount: '0' };
      state.groups.set(id, group);
      return { body: group };
    },
    [`GET ${root}/groups/:group`]: call => found(call, group => ({ body: group })),
    [`DELETE ${root}/groups/:group`]: call =>
      found(call, ({ id }) => {
        state.groups.delete(String(id));
        state.members.delete(String(id));
        return { status: 204 };
      }),
    [`GET ${root}/groups/:group/members`]: call =>
      found(call, (_group, members) => page(call, 'admin#directory#members', 'members', [...members.values()], 200)),
    [`POST ${root}/groups/:group/members`]: call =>
      found(call, (_group, members) => {
        const { id, role } = call.body as { id: string; role: string };
        if (members.has(id)) return googleError(409, 'duplicate', 'Member already exists.');
        const row = { kind: 'admin#directory#member', id, role, type: 'USER', status: 'ACTIVE' };
        members.set(id, row);
        return { body: row };
      }),
    [`GET ${root}/groups/:group/members/:member`]: call => member(call, row => ({ body: row })),
    [`PATCH ${root}/groups/:group/members/:member`]: call =>
      member(call, row => ({ body: Object.assign(row, call.body) })),
    [`DELETE ${root}/groups/:group/members/:member`]: call =>
      member(call, (_row, members, id) => {
        members.delete(id);
        return { status: 204 };
      }),
    'GET /groups/v1/groups/:email'(call) {
      // The service decodes an address that was encoded twice.
      const settings = state.groupSettings.get(decodeURIComponent(call.params['email']!));
      return settings ? { body: settings } : notFound('groupUniqueId');
    },
  };
}

function roleRoutes(state: GoogleState): Routes {
  return {
    [`GET ${ofCustomer}/roleassignments`](call) {
      const user = call.url.searchParams.get('userKey');
      const items = state.assignments.filter(item => user === null || item['assignedTo'] === user);
      return page(call, 'admin#directory#roleAssignments', 'items', items);
    },
    [`POST ${ofCustomer}/roleassignments`](call) {
      const item = {
        kind: 'admin#directory#roleAssignment',
        roleAssignmentId: `${state.assignments.length}9`,
        ...(call.body as Item),
      };
      state.assignments.push(item);
      return { body: item };
    },
    [`DELETE ${ofCustomer}/roleassignments/:assignment`](call) {
      const rest = state.assignments.filter(item => item['roleAssignmentId'] !== call.params['assignment']);
      if (rest.length === state.assignments.length) return notFound('roleAssignmentId');
      state.assignments = rest;
      return { status: 204 };
    },
  };
}
