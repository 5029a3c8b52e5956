// Finds the problems of a directory source without landing anything.
import type { Problem } from '../../src/connector/contract.ts';
import { changeProblems } from './actions/problems.ts';
import type { LdapClient } from './client.ts';
import { ensureIndexed } from './directory/indexing.ts';
import { entityKinds } from './directory/kinds.ts';

export async function checkLdap(client: LdapClient): Promise<Problem[]> {
  const problems: Problem[] = [];
  const { endpoint } = client.session;
  if (endpoint.encryption === 'none' && client.settings.encryption === 'none') {
    problems.push({
      severity: 'warning',
      place: 'encryption',
      message: `password and data cross the network to ${endpoint.address} readable`,
      fix: 'set encryption to `start_tls`, or url to ldaps://',
    });
  }
  if (client.ids.attribute === undefined) {
    const isOfFiles = client.settings.ldif !== undefined;
    problems.push({
      severity: 'warning',
      place: isOfFiles ? 'ldif' : 'bind_dn',
      message: `${endpoint.address} shows no attribute that identifies an entry for its lifetime, so a renamed entry becomes another object`,
      fix: isOfFiles
        ? 'export operational attributes too: slapcat does, and ldapsearch with the attributes * and +'
        : 'let bind_dn read entryUUID, nsUniqueId or the like, if the server has one',
    });
  }
  const gaps = await ensureIndexed(client, entityKinds);
  for (const { subject, message } of gaps) problems.push({ severity: 'warning', place: subject, message });
  return [...problems, ...(await changeProblems(client))];
}
