// Whether an operation can be carried out on a source, and why not.
import type { ActionOperation, DeclaredActions } from '../connector/actions.ts';
import { SourceError } from '../connector/contract.ts';
import { ServiceError } from '../errors.ts';
import type { ActionSource } from './source-client.ts';

type Source = Pick<ActionSource, 'config' | 'connector' | 'settings'>;

export interface Support {
  /** What the connector declares of the operation; undefined when its sources cannot do it. */
  readonly declared: DeclaredActions | undefined;
  /** Why the operation would be refused. */
  readonly refusal: ServiceError | undefined;
}

/** What the operations do, after "cannot". */
const operationDeeds: Readonly<Record<ActionOperation, string>> = {
  DisableAccount: 'disable accounts',
  EnableAccount: 'enable accounts',
  ActivateAccount: 'activate accounts',
  AssignRole: 'give roles to accounts',
  RemoveRole: 'take roles from accounts',
  AddGroupMember: 'add members to groups',
  RemoveGroupMember: 'remove members from groups',
  CreateUserGroup: 'create groups',
};

type Offered = readonly DeclaredActions[] | ServiceError;

/** What a source can change; its description may be read for that, and a mistake in it is the refusal of all operations. */
async function offeredBy({ config, connector, settings }: Source, baseFolder: string): Promise<Offered> {
  if (!connector.offers) return connector.declaresActions ?? [];
  return connector.offers(settings as never, { baseFolder }).catch((cause: unknown) => {
    if (!(cause instanceof SourceError)) throw cause;
    const message = `the description of ${config.id} has a mistake, which \`rolecall sources check ${config.id}\` shows`;
    return new ServiceError('SERVICE_UNAVAILABLE', message, { cause });
  });
}

/** Whether a source can carry out each of some operations. */
export async function supportsOf(
  source: Source,
  operations: readonly ActionOperation[],
  baseFolder: string,
): Promise<Support[]> {
  const offered = await offeredBy(source, baseFolder);
  return operations.map(operation => supportFrom(source, operation, offered));
}

export async function supportOf(source: Source, operation: ActionOperation, baseFolder: string): Promise<Support> {
  return supportFrom(source, operation, await offeredBy(source, baseFolder));
}

function supportFrom({ config, connector }: Source, operation: ActionOperation, offered: Offered): Support {
  if (offered instanceof ServiceError) return { declared: undefined, refusal: offered };
  const declared = offered.find(({ operations }) => operations.includes(operation));
  const details = { operation, applicationInstanceId: config.application_instance_id };
  if (!declared) {
    // What a source of one's own can change stands in its description; of all others the connector says it.
    const why = connector.offers
      ? 'its description names no way to do it'
      : `the connector ${connector.type} has no way to do it`;
    const message = `source ${config.id} cannot ${operationDeeds[operation]}: ${why}`;
    return { declared, refusal: new ServiceError('OPERATION_NOT_SUPPORTED', message, { details }) };
  }
  if (!config.writes) {
    const message = `source ${config.id} is read-only; \`writes: true\` in rolecall.yaml allows changes`;
    return { declared, refusal: new ServiceError('WRITE_NOT_CONFIGURED', message, { details }) };
  }
  return { declared, refusal: undefined };
}
