// A simulated AWS account with its organisation and Identity Center: one address for all services, signed requests, operations over a
// state, and limits and faults on request.
import type { Answer, Call, Simulator } from '../simulator.ts';
import { startSimulator } from '../simulator.ts';
import { AwsError, errorAnswer, jsonAnswer, xmlAnswer } from './answers.ts';
import { iamReads } from './iam-reads.ts';
import { iamWrites } from './iam-writes.ts';
import { identityCenterOperations } from './identity-center.ts';
import type { Given, Operation, World } from './operations.ts';
import { organizationOperations } from './organizations.ts';
import { signatureFault } from './signature.ts';
import { type AwsState, emptyState } from './state.ts';

export const awsKey = { access_key_id: 'AKIAREADEROFTHETESTS', secret_access_key: 'secret-of-the-tests' };

export interface AwsSimulator extends Simulator {
  readonly state: AwsState;
  /** Operations that were asked for, in order, as `iam:ListUsers`. */
  readonly operations: string[];
  /** Fails, or answers instead of the operation, where it returns something. */
  interfere: ((operation: string, given: Given) => AwsError | Answer | undefined) | undefined;
  pageSize: number;
  /** Sessions of assumed roles: token → secret. */
  readonly sessions: Map<string, { accessKeyId: string; secret: string; isExpired: boolean }>;
  /** What the next created objects are called. */
  nextIds: string[];
  clock: () => Date;
}

const services: Readonly<Record<string, string>> = {
  AWSOrganizationsV20161128: 'organizations',
  SWBExternalService: 'sso',
  AWSIdentityStore: 'identitystore',
};

export async function startAws(): Promise<AwsSimulator> {
  const state = emptyState();
  const operations: string[] = [];
  const sessions: AwsSimulator['sessions'] = new Map();
  let made = 0;
  const newId = (prefix: string) => {
    made += 1;
    return simulator.nextIds.shift() ?? `${prefix}${String(made).padStart(16, '0')}`;
  };
  const world: World = {
    ...{ state, newId, now: () => simulator.clock().toISOString() },
    get pageSize() {
      return simulator.pageSize;
    },
  };
  const table: Readonly<Record<string, Operation>> = {
    ...iamReads,
    ...iamWrites,
    ...organizationOperations,
    ...identityCenterOperations,
    ...stsOperations(sessions),
  };
  const answer = (call: Call): Answer => {
    const { operation, action, given, isQuery } = asked(call);
    operations.push(operation);
    try {
      const fault = signatureFault(call, secretOf);
      if (fault !== undefined) throw new AwsError(403, fault, 'The security token included in the request is invalid.');
      const instead = simulator.interfere?.(operation, given);
      if (instead instanceof AwsError) throw instead;
      if (instead) return instead;
      const perform = table[operation];
      if (!perform) throw new AwsError(400, 'InvalidAction', `Could not find operation ${operation}`);
      const result = perform(given, world);
      return isQuery ? xmlAnswer(action, result) : jsonAnswer(result ?? {});
    } catch (error) {
      if (error instanceof AwsError) return errorAnswer(error, isQuery);
      throw error;
    }
  };
  const secretOf = (accessKeyId: string, token: string | undefined) => {
    if (token === undefined) return accessKeyId === awsKey.access_key_id ? awsKey.secret_access_key : undefined;
    const session = sessions.get(token);
    if (session?.isExpired)
      throw new AwsError(403, 'ExpiredToken', 'The security token included in the request is expired');
    return session?.accessKeyId === accessKeyId ? session.secret : undefined;
  };
  const started = await startSimulator({
    routes: { 'POST /': answer },
    missing: () => ({ status: 404, body: '<UnknownOperationException/>', headers: { 'content-type': 'text/xml' } }),
    headers: () => ({ date: simulator.clock().toUTCString() }),
  });
  const simulator: AwsSimulator = Object.assign(started, {
    ...{ state, operations, sessions, interfere: undefined, pageSize: 1000, nextIds: [], clock: () => new Date() },
  });
  return simulator;
}

function asked({ headers, body }: Call): { operation: string; action: string; given: Given; isQuery: boolean } {
  const target = headers['x-amz-target'];
  const given = (body ?? {}) as Given;
  if (typeof target === 'string') {
    const [prefix = '', action = ''] = target.split('.');
    return { operation: `${services[prefix]}:${action}`, action, given, isQuery: false };
  }
  const action = String(given['Action']);
  const service = given['Version'] === '2011-06-15' ? 'sts' : 'iam';
  return { operation: `${service}:${action}`, action, given, isQuery: true };
}

function stsOperations(sessions: AwsSimulator['sessions']): Record<string, Operation> {
  return {
    'sts:GetCallerIdentity': (_given, { state }) => ({
      UserId: 'AIDAREADER',
      Account: state.account,
      Arn: `arn:aws:iam::${state.account}:user/reader`,
    }),
    'sts:AssumeRole'(given, { now, newId }) {
      const role = String(given['RoleArn']);
      if (!role.endsWith(':role/reader') || given['ExternalId'] === 'wrong')
        throw new AwsError(
          403,
          'AccessDenied',
          `User is not authorized to perform: sts:AssumeRole on resource: ${role}`,
        );
      const seconds = Number(given['DurationSeconds'] ?? 3600);
      const [accessKeyId, token] = [newId('ASIA'), newId('token')];
      const secret = newId('sessionsecret');
      sessions.set(token, { accessKeyId, secret, isExpired: false });
      const expiration = new Date(Date.parse(now()) + seconds * 1000).toISOString();
      const id = `AROA:${given['RoleSessionName']}`;
      return {
        Credentials: { AccessKeyId: accessKeyId, SecretAccessKey: secret, SessionToken: token, Expiration: expiration },
        AssumedRoleUser: { AssumedRoleId: id, Arn: role.replace(':iam:', ':sts:').replace(':role', ':assumed-role') },
      };
    },
  };
}
