// rolecall sessions: the sessions of people who signed in with a browser.
import process from 'node:process';
import { OperatorError } from '../../errors.ts';
import { nearestHint } from '../../nearest.ts';
import { type Role, roles } from '../../state/sessions/roles.ts';
import { type CommonOptions, withOperator } from '../deployment.ts';
import type { Format } from '../format.ts';
import { isTerminal, printJson, printLine, printRows } from '../output.ts';
import { isShortId, wholeId } from '../short-id.ts';
import { personHere } from './person-here.ts';

export async function listSessionsCommand(options: CommonOptions, format?: Format): Promise<void> {
  const sessions = await withOperator(options, operator => operator.listSessions(options));
  const view = (session: (typeof sessions)[number]) => ({
    'session id': session.session_id,
    name: session.name,
    role: session.role,
    instances: session.application_instance_ids?.length ?? 'all',
    from: session.address,
    began: session.created_at,
    'last used': session.used_at,
    ends: new Date(Math.min(session.idle_until.getTime(), session.expires_at.getTime())),
    principal: session.principal,
  });
  printRows(sessions, view, {
    format,
    empty: 'Nobody is signed in with a browser; `rolecall sessions link` prints a link.',
    essential: ['session id', 'name', 'role'],
    main: ['ends', 'from'],
  });
}

export async function revokeSessionCommand(
  options: CommonOptions,
  sessionId: string | undefined,
  all: boolean,
): Promise<void> {
  if ((sessionId === undefined) !== all) {
    throw new OperatorError('which session? Give the id of one, which `rolecall sessions list` shows, or --all');
  }
  const { tenant } = options;
  const revoked = await withOperator(options, async operator => {
    if (sessionId === undefined || !isShortId(sessionId)) return operator.revokeSessions({ tenant, sessionId });
    const ids = (await operator.listSessions(options)).map(session => session.session_id);
    const remedy = '`rolecall sessions list` shows them';
    return operator.revokeSessions({ tenant, sessionId: wholeId('session', sessionId, ids, remedy) });
  });
  if (sessionId !== undefined && revoked === 0) {
    throw new OperatorError(`there is no session ${sessionId} to revoke; \`rolecall sessions list\` shows them`);
  }
  printLine(`Revoked ${revoked} ${revoked === 1 ? 'session' : 'sessions'}.`, process.stderr);
}

export async function linkCommand(
  options: CommonOptions,
  {
    role,
    name = personHere(),
    email,
    source,
  }: { role: string; name?: string; email?: string; source: readonly string[] },
): Promise<void> {
  if (!roles.includes(role as Role)) throw new OperatorError(`there is no role ${role}; ${nearestHint(role, roles)}`);
  const { tenant } = options;
  const link = await withOperator(options, operator =>
    operator.addSignInLink({ tenant, name, role: role as Role, email, sources: source }),
  );
  if (isTerminal()) printLine(link.url);
  else printJson(link);
  printLine(`It signs ${name} in once as ${role}, until ${link.expiresAt.toISOString()}.`, process.stderr);
}
