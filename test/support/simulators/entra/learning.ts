// Brings a simulated tenant to the state that recorded answers show.
import type { Exchange } from '../recordings.ts';
import type { EntraState, Item } from './state.ts';

const isItem = (value: unknown): value is Item => typeof (value as Item | undefined)?.id === 'string';

/** The objects of an answer: the body, or the items of the list in it. */
function itemsOf(body: unknown): Item[] {
  const { value } = (body ?? {}) as { value?: unknown };
  return (Array.isArray(value) ? value : [body]).filter(isItem).map(item => structuredClone(item));
}

function addTo(map: Map<string, Item>, items: readonly Item[]): void {
  for (const item of items) if (!map.has(item.id)) map.set(item.id, item);
}

function addToList(lists: Map<string, Item[]>, key: string, items: readonly Item[]): void {
  const list = lists.get(key) ?? [];
  lists.set(key, [...list, ...items.filter(item => !list.some(each => each.id === item.id))]);
}

type Learn = (state: EntraState, items: Item[], id: string) => void;

/** Path → where objects of the answer belong. The first group of a pattern is the id on the way. */
const places: readonly (readonly [RegExp, Learn])[] = [
  [/^\/v1\.0\/users$/, ({ users }, items) => addTo(users, items)],
  [/^\/v1\.0\/groups$/, ({ groups }, items) => addTo(groups, items)],
  [/^\/v1\.0\/domains$/, ({ domains }, items) => addTo(domains, items)],
  [/^\/v1\.0\/applications$/, ({ applications }, items) => addTo(applications, items)],
  [/^\/v1\.0\/servicePrincipals$/, ({ servicePrincipals }, items) => addTo(servicePrincipals, items)],
  [
    /^\/v1\.0\/servicePrincipals\/([^/]+)\/appRoleAssignedTo$/,
    (state, items, id) => addToList(state.appRoleAssignedTo, id, items),
  ],
  [/\/roleDefinitions$/, ({ roleDefinitions }, items) => addTo(roleDefinitions, items)],
  [/\/roleAssignments$/, ({ roleAssignments }, items) => addTo(roleAssignments, items)],
  [/\/conditionalAccess\/policies$/, ({ policies }, items) => addTo(policies, items)],
  [/\/conditionalAccess\/namedLocations$/, ({ locations }, items) => addTo(locations, items)],
  [/\/userRegistrationDetails$/, ({ registrations }, items) => addTo(registrations, items)],
  [/\/accessPackages$/, ({ packages }, items) => addTo(packages, items)],
  [/\/entitlementManagement\/assignments$/, ({ packageAssignments }, items) => addTo(packageAssignments, items)],
];

const azurePlaces: readonly (readonly [RegExp, Learn])[] = [
  [/^\/subscriptions$/, ({ subscriptions }, items) => addTo(subscriptions, items)],
  [/^\/subscriptions\/([^/]+)\/resourcegroups$/i, (state, items, id) => addToList(state.resourceGroups, id, items)],
  [
    /^\/providers\/Microsoft\.Management\/managementGroups\/[^/]+$/,
    (state, items) => addTo(state.managementGroups, items),
  ],
  [
    /^\/(subscriptions\/[^/]+)\/providers\/Microsoft\.Authorization\/roleAssignments$/,
    (state, items, scope) => addToList(state.azureAssignments, scope, items),
  ],
  [
    /^\/(subscriptions\/[^/]+)\/providers\/Microsoft\.Authorization\/roleDefinitions$/,
    (state, items, scope) => addToList(state.azureDefinitions, scope, items),
  ],
];

/** Path without parameters; some clients write two slashes at its beginning. */
export const plainPath = ({ path }: Exchange): string => path.split('?')[0]!.replace(/^\/+/, '/');

/** What existed when the exchange was recorded, as its answer shows. */
export function learnAnswer(state: EntraState, exchange: Exchange): void {
  const path = plainPath(exchange);
  if (exchange.status === 403 && path.includes('userRegistrationDetails')) {
    if (JSON.stringify(exchange.body).includes('NonPremiumTenant')) state.isPremium = false;
    else state.notGranted.add('AuditLog.Read.All');
  }
  if (exchange.method !== 'GET' || exchange.status >= 300) return;
  if (path === '/v1.0/organization') state.organization = itemsOf(exchange.body)[0] ?? state.organization;
  if (path.endsWith('identitySecurityDefaultsEnforcementPolicy'))
    state.securityDefaults = exchange.body as Record<string, unknown>;
  const isGraph = path.startsWith('/v1.0/');
  const place = (isGraph ? places : azurePlaces).find(([pattern]) => pattern.test(path));
  if (place) place[1](state, itemsOf(exchange.body), place[0].exec(path)![1] ?? '');
}
