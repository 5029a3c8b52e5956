// rolecall clients, rolecall keys: the clients that may request access tokens, and the keys that sign the tokens.
import process from 'node:process';
import { OperatorError } from '../../errors.ts';
import { nearestHint } from '../../nearest.ts';
import { scopes as knownScopes, type Scope } from '../../state/clients/clients.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import type { Format } from '../format.ts';
import { isTerminal, printJson, printRows } from '../output.ts';
import { isShortId, wholeId } from '../short-id.ts';

export async function addClientCommand(
  options: CommonOptions,
  name: string,
  scopes: readonly string[],
  { sources, personData }: { readonly sources: readonly string[]; readonly personData: boolean },
): Promise<void> {
  for (const scope of scopes) {
    if (!knownScopes.includes(scope as Scope))
      throw new OperatorError(`there is no scope ${scope}; ${nearestHint(scope, knownScopes)}`);
  }
  const added = await withOperator(options, operator =>
    operator.addClient({ tenant: options.tenant, name, scopes: scopes as Scope[], sources, personData }),
  );
  const { client, clientSecret } = added;
  process.stdout.write(`${JSON.stringify({ client_id: client.client_id, client_secret: clientSecret })}\n`);
  process.stderr.write('The secret is not stored and not shown again.\n');
}

export async function listClientsCommand(options: CommonOptions, format?: Format): Promise<void> {
  const clients = await withOperator(options, operator => operator.listClients(options));
  const view = (client: (typeof clients)[number]) => ({
    'client id': client.client_id,
    name: client.name,
    scopes: client.scopes.join(' '),
    instances: client.application_instance_ids?.length ?? 'all',
    'person data': client.application_instance_ids === null || client.person_data,
    created: client.created_at,
    'last used': client.last_used_at,
    revoked: client.revoked_at,
  });
  printRows(clients, view, { format, essential: ['client id', 'name'], main: ['scopes', 'revoked', 'last used'] });
}

const listed = '`rolecall clients` shows them';

export async function revokeClientCommand(options: CommonOptions, clientId: string): Promise<void> {
  await withOperator(options, async operator => {
    const clients = isShortId(clientId) ? await operator.listClients(options) : [];
    const ids = clients.map(client => client.client_id);
    return operator.revokeClient({ clientId: ids.length === 0 ? clientId : wholeId('client', clientId, ids, listed) });
  });
}

export async function rotateKey(options: CommonOptions): Promise<void> {
  const { kid, signsFrom, formerUntil } = await withOperator(options, operator => operator.rotateKey());
  if (!isTerminal()) printJson({ kid, signsFrom, formerUntil });
  process.stderr.write(
    `Created the key ${kid}. It signs tokens from ${signsFrom.toISOString()} on; tokens of former keys are accepted until ${formerUntil.toISOString()}.\n`,
  );
}
