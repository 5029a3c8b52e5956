// Disables and enables access keys and IAM users. AWS has no switch for users: a policy that denies everything is put on the user, which
// also stops sessions that it has, and its keys are made inactive. Password and keys stay, so that everything comes back.
import { isDeepStrictEqual } from 'node:util';
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { AwsClient } from '../client.ts';
import { accessKey, isAccessKey, type KeyStates, keysOf, setKey } from './access-keys.ts';
import { eventually, iamUser, order } from './requests.ts';

type AccountAction = Action<AwsClient, ActionTargets['DisableAccount']>;

/** Of an access key. */
interface KeyImage extends Image {
  readonly status: string;
}

/** Of an IAM user. */
interface UserImage extends Image {
  readonly keys: KeyStates;
  /** Whether it has the policy that denies everything. */
  readonly denied: boolean;
}

const policyName = 'rolecall-disabled';
const denyAll = { Version: '2012-10-17', Statement: [{ Effect: 'Deny', Action: '*', Resource: '*' }] };

const isKeyImage = (image: Image): image is KeyImage => 'status' in image;

async function observe(client: AwsClient, { accountId }: { accountId: string }): Promise<KeyImage | UserImage> {
  if (isAccessKey(accountId)) return { status: (await accessKey(client, accountId)).status };
  if (!/:user\//.test(accountId))
    throw new ChangeRefused(
      'only access keys and IAM users can be disabled; AWS offers no way for this account, or it is of another source',
    );
  const user = await iamUser(client, accountId);
  return { keys: await keysOf(client, user), denied: await isDenied(client, user) };
}

/** @throws ChangeRefused when somebody else has a policy of this name */
async function isDenied(client: AwsClient, user: string): Promise<boolean> {
  const found = await order(client, 'iam', 'GetUserPolicy', { UserName: user, PolicyName: policyName }, true);
  if (found === undefined) return false;
  const document = decodeURIComponent(textAt(found, 'PolicyDocument') ?? '');
  if (!isDeepStrictEqual(parsed(document), denyAll))
    throw new ChangeRefused(`the user has a policy ${policyName} with another content; remove it first`);
  return true;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Brings keys and policy to a state; keys that are not named stay. */
async function setUser(client: AwsClient, arn: string, wanted: { keys: KeyStates; denied: boolean }): Promise<void> {
  const user = await iamUser(client, arn);
  const present = { keys: await keysOf(client, user), denied: await isDenied(client, user) };
  const named = { UserName: user, PolicyName: policyName };
  if (wanted.denied && !present.denied)
    await order(client, 'iam', 'PutUserPolicy', { ...named, PolicyDocument: JSON.stringify(denyAll) });
  for (const [id, status] of Object.entries(wanted.keys))
    if (present.keys[id] !== undefined && present.keys[id] !== status) await setKey(client, user, id, status);
  if (!wanted.denied && present.denied) await order(client, 'iam', 'DeleteUserPolicy', named, true);
}

async function setStatus(client: AwsClient, id: string, status: string): Promise<void> {
  const key = await accessKey(client, id);
  if (key.status !== status) await setKey(client, key.user, id, status);
}

/** What IAM has accepted may take some seconds until its reads show it. */
async function settled(
  client: AwsClient,
  target: { accountId: string },
  holds: (image: Image) => boolean,
): Promise<void> {
  await eventually(client, async () => (holds(await observe(client, target)) ? true : undefined));
}

const everyKey = ({ keys }: UserImage, status: string): KeyStates =>
  Object.fromEntries(Object.keys(keys).map(id => [id, status]));

function isDisabled(image: Image): boolean {
  if (isKeyImage(image)) return image.status !== 'Active';
  const { keys, denied } = image as UserImage;
  return denied && !Object.values(keys).includes('Active');
}

export const disabling: AccountAction = {
  observe,
  isDone: image => isDisabled(image),
  async apply(client, target) {
    const { accountId } = target;
    if (isAccessKey(accountId)) await setStatus(client, accountId, 'Inactive');
    else {
      const image = (await observe(client, target)) as UserImage;
      await setUser(client, accountId, { keys: everyKey(image, 'Inactive'), denied: true });
    }
    await settled(client, target, isDisabled);
  },
  restore,
};

/** The keys that were active before the user was disabled; undefined: not known. */
const formerKeys = (beforeDisabling: Image | undefined): KeyStates | undefined =>
  beforeDisabling && !isKeyImage(beforeDisabling) ? (beforeDisabling as UserImage).keys : undefined;

function isEnabled(image: Image, beforeDisabling: Image | undefined): boolean {
  if (isKeyImage(image)) return image.status === 'Active';
  const { keys, denied } = image as UserImage;
  const former = formerKeys(beforeDisabling) ?? {};
  return (
    !denied &&
    Object.entries(former).every(([id, status]) => keys[id] === undefined || status !== 'Active' || keys[id] === status)
  );
}

export const enabling: AccountAction = {
  observe,
  isDone: (image, _target, { beforeDisabling }) => isEnabled(image, beforeDisabling),
  async apply(client, target, { beforeDisabling }) {
    const { accountId } = target;
    if (isAccessKey(accountId)) await setStatus(client, accountId, 'Active');
    else {
      const active = Object.entries(formerKeys(beforeDisabling) ?? {}).filter(([, status]) => status === 'Active');
      await setUser(client, accountId, { keys: Object.fromEntries(active), denied: false });
    }
    await settled(client, target, image => isEnabled(image, beforeDisabling));
  },
  restore,
};

async function restore(
  client: AwsClient,
  target: { accountId: string },
  { before }: { readonly before: Image },
): Promise<void> {
  if (isKeyImage(before)) await setStatus(client, target.accountId, before.status);
  else await setUser(client, target.accountId, before as UserImage);
  await settled(client, target, image => isDeepStrictEqual(image, before));
}
