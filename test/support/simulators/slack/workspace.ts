// A workspace with one of each: owners, members, guests, people of other workspaces, bots, groups and channels.
import { emptyWorkspace, type Item, type SlackState } from './slack.ts';

const flags = ['is_admin', 'is_owner', 'is_primary_owner', 'is_restricted', 'is_ultra_restricted', 'is_bot'];

export function person(id: string, name: string, more: Record<string, unknown> = {}): Item {
  const { profile = {}, ...rest } = more;
  return {
    ...{ id, name, team_id: 'T1', deleted: false, updated: 1_700_000_000 },
    ...Object.fromEntries(flags.map(flag => [flag, false])),
    profile: { real_name: `${name} Example`, email: `${name}@example.org`, ...(profile as object) },
    ...rest,
  };
}

const people: readonly Item[] = [
  person('U1', 'ada', { is_admin: true, is_owner: true, is_primary_owner: true, has_2fa: true }),
  person('U2', 'bert', { is_admin: true, has_2fa: false }),
  person('U3', 'cora', { profile: { title: 'Engineer' } }),
  person('U4', 'dan', { deleted: true }),
  person('U5', 'guest', {
    is_restricted: true,
    profile: { guest_expiration_ts: 1_800_000_000, guest_invited_by: 'U2' },
  }),
  person('U6', 'single', { is_restricted: true, is_ultra_restricted: true }),
  person('U7', 'stranger', { team_id: 'T9', is_stranger: true }),
  person('U8', 'silent', { profile: { email: undefined } }),
  person('B1', 'deploybot', { is_bot: true, profile: { api_app_id: 'A1', bot_id: 'BB1', email: undefined } }),
  person('USLACKBOT', 'slackbot', { updated: 0, profile: { email: undefined } }),
];

const groups: readonly Item[] = [
  {
    id: 'S1',
    name: 'Engineers',
    handle: 'eng',
    date_create: 1_690_000_000,
    date_delete: 0,
    auto_type: null,
    users: ['U1', 'U3'],
  },
  { id: 'S2', name: 'Admins', handle: 'admins', date_delete: 0, auto_type: 'admins', users: ['U1', 'U2'] },
  { id: 'S3', name: 'Gone', handle: 'gone', date_delete: 1_690_000_000, auto_type: null, users: ['U3'] },
  {
    id: 'S4',
    name: 'Provisioned',
    handle: 'prov',
    date_delete: 0,
    auto_type: null,
    auto_provision: true,
    users: ['U3'],
  },
  { id: 'S5', name: 'Alone', handle: 'alone', date_delete: 0, auto_type: null, users: ['U3'] },
];

const channels: readonly Item[] = [
  { id: 'C1', name: 'general', is_private: false, is_ext_shared: false, creator: 'U1', created: 1_690_000_000 },
  { id: 'C2', name: 'secret', is_private: true, is_ext_shared: false, creator: 'U2', created: 1_690_000_000 },
  { id: 'C3', name: 'partners', is_private: false, is_ext_shared: true, creator: 'U2', created: 1_690_000_000 },
];

/** Replaces what the state holds. */
export function fillWorkspace(state: SlackState): void {
  Object.assign(state, emptyWorkspace());
  const put = (map: Map<string, Item>, items: readonly Item[]) => {
    for (const item of items) map.set(item.id, structuredClone(item));
  };
  put(state.users, people);
  put(state.groups, groups);
  put(state.channels, channels);
  for (const [id, members] of [
    ['C1', ['U1', 'U2', 'U3', 'U5', 'B1']],
    ['C2', ['U1', 'U2']],
    ['C3', ['U2', 'U7']],
  ] as const)
    state.members.set(id, [...members]);
  state.integrations = [
    {
      app_id: 'A1',
      change_type: 'added',
      user_id: 'U2',
      date: '1695000000',
      scope: 'chat:write,channels:history,admin',
    },
    { app_id: 'A2', change_type: 'removed', user_id: 'U2', date: '1694000000' },
    { app_id: 'A2', change_type: 'added', user_id: 'U1', date: '1693000000', scope: 'chat:write' },
  ];
}
