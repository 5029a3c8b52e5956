// What each account and role may do on the host.

import { createHash } from 'node:crypto';
import { grantedEntitlement } from '../../../src/connector/entitlement.ts';
import { metadataItems } from '../../../src/connector/metadata-items.ts';
import { isLoginShell } from '../identities/login-shell.ts';
import { holdersOf } from '../identities/privileges.ts';
import type { Inventory } from '../inventory.ts';
import { forcedCommandsOf, isFree } from '../ssh/key-state.ts';
import type { UserKey } from '../ssh/user-keys.ts';
import { pathAndArguments } from '../sudoers/command-files.ts';
import type { SudoEntitlement } from '../sudoers/entitlements.ts';
import { type DenialEffect, overriddenDenials } from '../sudoers/overridden.ts';
import type { SudoRule } from '../sudoers/rules.ts';
import { isEnabled } from './accounts.ts';
import {
  accountId,
  commandId,
  hostId,
  keyId,
  powerfulGroupRoleId,
  relationId,
  ruleId,
  unitId,
  unitUserId,
} from './ids.ts';
import type { Placed } from './placed.ts';
import { isKeyEnabled } from './tokens.ts';

/** Specifiers for acting as an account of this host, by its local id, or as every account. */
const impersonating = (name: string) => `impersonate:user:${name}`;
const impersonatingAll = 'impersonate:*';

interface Assignment {
  readonly entityId: string;
  readonly entityType: 'Account' | 'Role';
  readonly verb: string;
  readonly objectId: string;
  readonly entitlementSpecification: object;
}

function assigned(
  { entityId, entityType, verb, objectId, entitlementSpecification }: Assignment,
  place: string,
): Placed {
  const record = {
    id: relationId(entityId, verb, objectId),
    entityId,
    entityType,
    assignedObjectId: objectId,
    assignedObjectType: 'ResourceInstance',
    entitlementSpecification,
  };
  return { record, place };
}

const grant = (description: string, sourceTag: string, permissions: object, appliesToContents = true) =>
  grantedEntitlement({ description, sourceTag, permissions, ...(!appliesToContents && { appliesToContents }) });

/** Being root, and being able to log in. */
export function* accountAssignments(inventory: Inventory): Generator<Placed> {
  const objectId = hostId(inventory.hostName);
  for (const account of inventory.directory.accounts) {
    const entity = { entityId: accountId(account), entityType: 'Account', objectId } as const;
    if (account.uid === 0) {
      const everything = { isCreate: true, isRead: true, isUpdate: true, isDelete: true, isExecute: true };
      const permissions = { ...everything, isPrivileged: true, fineGrainedSpecifiers: ['root', impersonatingAll] };
      const entitlementSpecification = grant('User id 0: may do everything', account.place, permissions);
      yield assigned({ ...entity, verb: 'administers', entitlementSpecification }, account.place);
    }
    const { password } = inventory.passwordOf(account);
    const hasMeans =
      ['set', 'none', 'unknown'].includes(password) ||
      inventory.keys.keysOf(account).some(key => isKeyEnabled(key, inventory));
    if (!hasMeans || !isLoginShell(account.shell) || !isEnabled(account, inventory)) continue;
    const permissions = { isExecute: true, isPrivileged: account.uid === 0, fineGrainedSpecifiers: ['login'] };
    // A login opens the host, and none of the commands and services on it.
    const entitlementSpecification = grant('May log in by password or SSH key', account.place, permissions, false);
    yield assigned({ ...entity, verb: 'logs-in-to', entitlementSpecification }, account.place);
  }
}

/** A key belongs to the account that it logs in as: its ownership entitlement names that account. */
export function* keyAssignments(inventory: Inventory): Generator<Placed> {
  for (const key of inventory.keys.keys) {
    const [line] = key.lines;
    const assignment = {
      entityId: keyId(key),
      entityType: 'Account',
      verb: 'logs-in-to',
      objectId: hostId(inventory.hostName),
      entitlementSpecification: {
        reason: 'Ownership',
        isInferred: false,
        reasonSpecificData: {
          enabled: isKeyEnabled(key, inventory),
          type: 'Grant',
          appliesToContents: false,
          description: `Logs in as ${key.owner.name}`,
          sourceTag: line!.place,
          permissions: keyPermissions(key, inventory),
        },
      },
    } as const;
    yield assigned(assignment, line!.place);
  }
}

function keyPermissions(key: UserKey, { administrators }: Inventory) {
  const { owner } = key;
  const isFreeKey = isFree(key);
  return {
    isExecute: true,
    isPrivileged: isFreeKey && administrators.has(owner),
    fineGrainedSpecifiers: isFreeKey
      ? ['login', impersonating(owner.name)]
      : forcedCommandsOf(key).map(text => `command:${text}`),
    ownershipLevel: 'Owner',
    owners: [{ objectId: accountId(owner), objectType: 'Account' }],
  };
}

/** A service runs with the rights of its account. */
export function* unitAssignments({ directory, units }: Inventory): Generator<Placed> {
  const runners = [
    ...directory.accounts.map(account => ({
      entityId: accountId(account),
      services: units.servicesOf(account),
      isPrivileged: account.uid === 0,
    })),
    ...units.users.map(user => ({
      entityId: unitUserId(user),
      services: user.services,
      isPrivileged: user.name === 'root' || user.name === '0',
    })),
  ];
  for (const { entityId, services, isPrivileged } of runners) {
    for (const service of services) {
      const permissions = { isExecute: true, isPrivileged, fineGrainedSpecifiers: ['runs'] };
      const entitlementSpecification = grant('The service runs as this account', service.place, permissions);
      const assignment = { entityId, entityType: 'Account', verb: 'runs', objectId: unitId(service) } as const;
      yield assigned({ ...assignment, entitlementSpecification }, service.place);
    }
  }
}

export function* roleAssignments({
  hostName,
  directory,
  rules,
  nesting,
  powerfulGroups,
}: Inventory): Generator<Placed> {
  const overridden = overriddenDenials(rules, rule => holdersOf(directory, rule), nesting);
  const host = hostId(hostName);
  for (const rule of rules) {
    if (!rule.applies) continue;
    // Equal commands with the same run-as list are one entitlement. The last one that is in force determines its content and its
    // position among the others.
    const byId = new Map<string, Placed>();
    for (const entitlement of rule.entitlements) {
      const entity = { entityId: ruleId(rule), entityType: 'Role' } as const;
      const add = (verb: string, objectId: string, entitlementSpecification: object) => {
        const placed = assigned({ ...entity, verb, objectId, entitlementSpecification }, rule.places[0]!);
        const { id } = placed.record;
        if (byId.has(id) && !entitlement.isInForce) return;
        byId.delete(id);
        byId.set(id, placed);
      };
      const effect = overridden.get(entitlement);
      const objectId = entitlement.isAll ? host : commandId(entitlement.command);
      add(verbOf(entitlement), objectId, sudoEntitlement(rule, entitlement, { effect }));
      if (entitlement.isDenied) continue;
      // Whoever asks for the command without arguments is told on which condition the rule allows it.
      const words = pathAndArguments(entitlement.command)[1] ?? '';
      for (const command of nesting.wholeCommandsOf(entitlement.command)) {
        const verb = `${verbOf(entitlement, ` with-arguments ${hashOf(words)}`)}`;
        add(verb, commandId(command), sudoEntitlement(rule, entitlement, { words }));
      }
    }
    yield* byId.values();
  }
  for (const { group, reason } of powerfulGroups) {
    const permissions = { isExecute: true, isPrivileged: true, fineGrainedSpecifiers: [impersonatingAll] };
    const entity = { entityId: powerfulGroupRoleId(group), entityType: 'Role', objectId: host } as const;
    const entitlementSpecification = grant(reason, group.place, permissions);
    yield assigned({ ...entity, verb: 'administers', entitlementSpecification }, group.place);
  }
}

/**
 * A part of the id, because a command can have several entitlements in one rule. For root with any group, the groups are left
 * out, so that the id is the same as before 0.3.0.
 */
function verbOf({ runAsUsers, runAsGroups, needsGroup }: SudoEntitlement, condition = ''): string {
  if (needsGroup) return `as ${runAsUsers.join()} with ${runAsGroups.join()}${condition} runs`;
  const isRootWithAny = runAsGroups.join() === '*' && runAsUsers.every(user => user === 'root' || user === '#0');
  return `as ${runAsUsers.join()}:${isRootWithAny ? '' : runAsGroups.join()}${condition} runs`;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** @param words The arguments on which the right to the whole command depends. */
function sudoEntitlement(
  rule: SudoRule,
  entitlement: SudoEntitlement,
  { words, effect }: { readonly words?: string; readonly effect?: DenialEffect | undefined },
) {
  const { command, isAll, isDenied, isPrivileged, isInForce, runAsUsers, runAsGroups, tags } = entitlement;
  const { passwordRequired, passwordExceptions, runAsExceptions, commandFile } = entitlement;
  const unlessEmpty = (texts: readonly string[]) => (texts.length > 0 ? texts : undefined);
  const specifiers = [
    `command:${command}`,
    ...(words === undefined ? [] : [`arguments:${words}`]),
    ...runAsUsers.map(user => `run-as:${user}`),
    ...runAsGroups.map(group => `run-as-group:${group}`),
    ...(entitlement.needsGroup ? ['requires-group'] : []),
    ...tags.map(tag => `tag:${tag}`),
    // A caller who may run any command as an account can act as that account.
    ...(isAll && !isDenied ? impersonated(entitlement) : []),
  ];
  return {
    reason: 'AccessControl',
    isInferred: false,
    reasonSpecificData: {
      enabled: isInForce && effect !== 'none',
      ...((words !== undefined || effect === 'not on contents') && { appliesToContents: false }),
      type: isDenied ? 'Denial' : 'Grant',
      name: command,
      description: rule.text,
      sourceTag: rule.places.join(', '),
      accessControlMetadata: metadataItems('sudo', {
        passwordRequired,
        passwordExceptions: unlessEmpty(passwordExceptions),
        passwordOf: entitlement.passwordOf,
        passwordSettings: unlessEmpty(entitlement.passwordSettings),
        runAsExceptions: unlessEmpty(runAsExceptions),
        commandFile,
        arguments: words,
        // The order of the rules is not in the records, so a denial that later rules take back does not count.
        isOverridden: effect === 'none' || undefined,
        digests: unlessEmpty(entitlement.digests),
        ...entitlement.options,
      }),
      permissions: { isExecute: true, isPrivileged, fineGrainedSpecifiers: specifiers },
    },
  };
}

function impersonated({ targets }: SudoEntitlement): string[] {
  if (targets === 'the caller') return [];
  return targets === 'everybody' ? [impersonatingAll] : targets.map(account => impersonating(account.name));
}
