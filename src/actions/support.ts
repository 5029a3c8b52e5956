// Whether an operation can be carried out on a source, and why not.
import type { ActionOperation, DeclaredActions } from '../connector/actions.ts';
import { ServiceError } from '../errors.ts';
import type { ActionSource } from './source-client.ts';

type Source = Pick<ActionSource, 'config' | 'connector'>;

export interface Support {
  /** What the connector declares of the operation; undefined when its sources cannot do it. */
  readonly declared: DeclaredActions | undefined;
  /** Why the operation would be refused. */
  readonly refusal: ServiceError | undefined;
}

export function supportOf({ config, connector }: Source, operation: ActionOperation): Support {
  const declared = connector.declaresActions?.find(({ operations }) => operations.includes(operation));
  const details = { operation, applicationInstanceId: config.application_instance_id };
  if (!declared) {
    const message = `source ${config.id}: its connector ${connector.type} does not support ${operation}`;
    return { declared, refusal: new ServiceError('OPERATION_NOT_SUPPORTED', message, { details }) };
  }
  if (!config.writes) {
    const message = `source ${config.id} is read-only; \`writes: true\` in rolecall.yaml allows changes`;
    return { declared, refusal: new ServiceError('WRITE_NOT_CONFIGURED', message, { details }) };
  }
  return { declared, refusal: undefined };
}
