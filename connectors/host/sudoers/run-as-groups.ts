// What sudo 1.9.13 does with aliases in a run-as list when the caller chooses a group (`sudo -g`). One alias alone has to allow
// both the user and the group (runaslist_matches in match.c). But an alias of users names no groups, and an alias of groups names
// no users. So an alias never allows anything in this case, and only its exclusions count.
import type { Group } from '../identities/group.ts';
import { aliasOf, expand, matchesAccount, matchesGroup, type Surroundings } from './matching.ts';
import type { Item, RunAs } from './syntax.ts';

export interface RunAsPart {
  readonly runAs: RunAs;
  /** It applies only when the caller chooses a group, and does not allow to run the command without one. */
  readonly needsGroup: boolean;
}

/** The parts of a run-as list that sudo treats differently: without a group, the caller with a group, another user with a group. */
export function runAsParts(around: Surroundings, runAs: RunAs): RunAsPart[] {
  const { users, groups } = runAs;
  const hasAlias = [...users, ...groups].some(item => aliasOf(around, 'Runas_Alias', item));
  const namesGroups = expand(around, 'Runas_Alias', groups).some(item => !item.isNegated);
  // An alias that refers to itself is empty.
  if (users.length === 0 && groups.length > 0 && !namesGroups) return [];
  if (users.length === 0 || groups.length === 0 || !hasAlias) return [{ runAs, needsGroup: false }];
  const { directory } = around;
  const besideGroup = exclusionsOnly(around, users, {
    candidates: directory.accounts,
    isMatch: (item, account) => matchesAccount(around, 'Runas_Alias', [item], account),
    itemOf: ({ name }) => ({ kind: 'name', value: name }),
  });
  const besideUser = exclusionsOnly(around, groups, {
    candidates: directory.groups,
    isMatch: (item, group) => matchesGroup(around, [item], group),
    itemOf: ({ gid }) => ({ kind: 'gid', value: String(gid) }),
  });
  // A group that the run-as user is in may be chosen in each part, unless the list excludes it.
  const refused = directory.groups.filter(group => isRefused(around, besideUser, group));
  const refusedItems = refused.map(({ gid }): Item => ({ kind: 'gid', value: String(gid), isNegated: true }));
  const isEmpty = [besideGroup, besideUser].some(items => items.every(item => item.isNegated));
  return [
    { runAs: { users, groups: refusedItems }, needsGroup: false },
    ...(namesGroups ? [{ runAs: { users: [], groups }, needsGroup: false }] : []),
    ...(isEmpty ? [] : [{ runAs: { users: besideGroup, groups: besideUser }, needsGroup: true }]),
  ];
}

function isRefused(around: Surroundings, items: readonly Item[], group: Group): boolean {
  const deciding = items.findLast(item => matchesGroup(around, [{ ...item, isNegated: false }], group));
  return deciding?.isNegated === true;
}

/** Accounts or groups. */
interface Candidates<Candidate> {
  readonly candidates: readonly Candidate[];
  readonly isMatch: (item: Item, candidate: Candidate) => boolean;
  readonly itemOf: (candidate: Candidate) => Pick<Item, 'kind' | 'value'>;
}

/** The list with each alias replaced by the candidates that it excludes; a negated alias allows them. */
function exclusionsOnly<Candidate>(around: Surroundings, items: readonly Item[], among: Candidates<Candidate>): Item[] {
  const known = new Map<string, ReadonlySet<Candidate>>();
  return items.flatMap(item => {
    if (!aliasOf(around, 'Runas_Alias', item)) return [item];
    const excluded = excludedBy(around, item, { ...among, known });
    return [...excluded].map(candidate => ({ ...among.itemOf(candidate), isNegated: !item.isNegated }));
  });
}

interface Search<Candidate> extends Pick<Candidates<Candidate>, 'candidates' | 'isMatch'> {
  /** By alias, so that aliases that name each other twice do not multiply; empty for an alias that is being searched. */
  readonly known: Map<string, ReadonlySet<Candidate>>;
}

/** The candidates that an alias excludes. The last entry that matches a candidate decides; one that allows has no effect. */
function excludedBy<Candidate>(around: Surroundings, item: Item, search: Search<Candidate>): ReadonlySet<Candidate> {
  const { candidates, isMatch, known } = search;
  const before = known.get(item.value);
  if (before) return before;
  known.set(item.value, new Set());
  const entries = aliasOf(around, 'Runas_Alias', item)!.items.toReversed();
  const isAlias = (entry: Item) => aliasOf(around, 'Runas_Alias', entry) !== undefined;
  const canExclude = entries.some(entry => entry.isNegated || isAlias(entry));
  const inside = new Map(entries.filter(isAlias).map(entry => [entry, excludedBy(around, entry, search)]));
  const isExcluded = (candidate: Candidate) => {
    const deciding = entries.find(
      entry => inside.get(entry)?.has(candidate) ?? isMatch({ ...entry, isNegated: false }, candidate),
    );
    // A nested alias decides only about candidates that it excludes. When it is negated, it allows them instead.
    return deciding !== undefined && inside.has(deciding) !== deciding.isNegated;
  };
  const excluded = new Set(canExclude ? candidates.filter(isExcluded) : []);
  known.set(item.value, excluded);
  return excluded;
}
