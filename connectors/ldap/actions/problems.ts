// Finds the problems of the settings that only changes need.
import type { Problem } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { dnKey, isWithin } from '../directory/dn.ts';
import { holdsTrue } from '../directory/entry.ts';
import { readEntry } from '../protocol/search.ts';

export async function changeProblems({ settings, session, base, baseKey }: LdapClient): Promise<Problem[]> {
  const problems: Problem[] = [];
  const warn = (place: string, message: string, fix: string) =>
    problems.push({ severity: 'warning', place, message, fix });
  const { groups_container: container, lockout_policy: policy } = settings;
  if (container !== undefined) {
    const key = dnKey(container);
    const isBelow = key !== undefined && isWithin(key, baseKey);
    const { entry } = isBelow ? await readEntry(session, container, ['objectClass']) : {};
    if (!entry) {
      const message = `${container} does not exist below ${base}, or bind_dn may not see it: no groups can be created`;
      warn('groups_container', message, 'correct it, or leave it out');
    }
  }
  if (policy !== undefined) {
    const { entry } = await readEntry(session, policy, ['pwdLockout']);
    if (!entry || !holdsTrue(entry, 'pwdLockout')) {
      const message = `${policy} does not exist, bind_dn may not read it, or its pwdLockout is not TRUE: no accounts can be disabled`;
      warn('lockout_policy', message, 'set it to the policy that the server applies by default');
    }
  }
  return problems;
}
