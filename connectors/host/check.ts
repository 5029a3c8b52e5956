// Finds the problems of a host source by reading it.
import process from 'node:process';
import type { Problem } from '../../src/connector/contract.ts';
import type { HostClient } from './client.ts';
import { sharedGroups } from './identities/directory.ts';
import type { Part } from './inventory.ts';
import { danglingMembers } from './records/memberships.ts';

export async function checkHost(client: HostClient): Promise<Problem[]> {
  const inventory = await client.inventory();
  const problems: Problem[] = [...inventory.sudoers.problems];
  const { uidMin, uidMax } = inventory.people;
  if (uidMin > uidMax) {
    const message = `uid_min (${uidMin}) is above uid_max (${uidMax}), so no account belongs to a person`;
    problems.push({ severity: 'error', place: 'uid_min', message, fix: 'set uid_min below uid_max' });
  }
  if (client.settings.change_accounts && process.geteuid!() !== 0) {
    const message = 'the service does not run as root, so it cannot change accounts';
    problems.push({
      severity: 'warning',
      place: 'change_accounts',
      message,
      fix: 'run it as root, or remove the setting',
    });
  }
  const parts = Object.entries(inventory.findings) as [Part, (typeof inventory.findings)[Part]][];
  for (const [part, { troubles, rejected }] of parts) {
    for (const { reason, subject, message, fix: ownFix } of troubles) {
      const fix = ownFix ?? (reason === 'forbidden' ? fixOf(part) : undefined);
      problems.push({ severity: 'warning', place: subject, message, ...(fix && { fix }) });
    }
    // Problems in lines of sudoers are reported elsewhere, with a fix.
    if (part === 'sudoers') continue;
    for (const { place, reasons } of rejected) {
      problems.push({ severity: 'warning', place, message: reasons.join('; '), fix: 'correct the line' });
    }
  }
  for (const { place, reasons } of danglingMembers(inventory)) {
    problems.push({
      severity: 'warning',
      place,
      message: reasons.join('; '),
      fix: 'remove the entry or add what it names',
    });
  }
  for (const { place, message } of sharedGroups(inventory.directory)) {
    problems.push({ severity: 'warning', place, message, fix: 'keep one line for each group name and group id' });
  }
  return problems;
}

function fixOf(part: Part): string {
  const without: Partial<Record<Part, string>> = {
    shadow: 'whether passwords are locked or expired stays unknown',
    keys: 'these SSH keys stay unknown',
    sudoers: 'these sudo rules stay unknown',
    logins: 'last logins stay unknown',
  };
  return `run the service as root, or accept that ${without[part] ?? 'what the file says stays unknown'}`;
}
