// Each sudo rule is a role that an administrator made. Each root-equivalent group holds a role that is only modeled here.
import type { Inventory } from '../inventory.ts';
import type { SudoRule } from '../sudoers/rules.ts';
import { powerfulGroupRoleId, ruleId } from './ids.ts';
import type { Placed } from './placed.ts';

export function* sudoRuleRoles({ rules, hostName }: Inventory): Generator<Placed> {
  for (const rule of rules) {
    const record = {
      id: ruleId(rule),
      name: rule.text.length > 200 ? `${rule.text.slice(0, 199)}…` : rule.text,
      description: descriptionOf(rule, hostName),
      applicationRoleType: 'sudo-rule',
      type: 'Custom',
      isCustom: true,
      sourceTag: rule.places.join(', '),
    };
    yield { record, place: rule.places[0]! };
  }
}

function descriptionOf(rule: SudoRule, hostName: string): string {
  if (!rule.applies) return `Sudo rule for other hosts: it does not apply to ${hostName} and grants nothing here`;
  return rule.entitlements.some(entitlement => entitlement.isPrivileged && entitlement.isInForce)
    ? 'Sudo rule that runs commands as root or its equal'
    : 'Sudo rule';
}

export function* powerfulGroupRoles({ powerfulGroups }: Inventory): Generator<Placed> {
  for (const { group, reason } of powerfulGroups) {
    const record = {
      id: powerfulGroupRoleId(group),
      name: `Root through group ${group.name}`,
      description: reason,
      applicationRoleType: 'root-equivalent-group',
      type: 'Modeled',
      isCustom: false,
      sourceTag: group.place,
    };
    yield { record, place: group.place };
  }
}
