// Whatever is changed in a simulated application, undoing it in reverse order leads back to the first state, byte for byte.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../src/canonical-json.ts';
import type { ActionOperation, Image } from '../../../src/connector/actions.ts';
import { actionOperations, ChangeRefused } from '../../../src/connector/actions.ts';
import { isLong } from '../../support/long-tests.ts';
import { actionOf, makeApplication, seed, type Target, withClient } from './application.ts';

const accountId = fc.constantFrom(...seed.accounts.map(({ id }) => id), 'nobody');
const groupId = fc.constantFrom(...seed.groups.map(({ id }) => id), 'nowhere');
const roleId = fc.constantFrom(...seed.roles.map(({ id }) => id));
/** `created`: a group that an earlier change has created, if there is one. */
const anyGroupId = fc.oneof({ arbitrary: groupId, weight: 3 }, fc.constant('created'));
const targets: Readonly<Record<ActionOperation, fc.Arbitrary<Target>>> = {
  DisableAccount: fc.record({ accountId }),
  EnableAccount: fc.record({ accountId }),
  ActivateAccount: fc.record({ accountId }),
  AssignRole: fc.record({ accountId, roleId }),
  RemoveRole: fc.record({ accountId, roleId }),
  AddGroupMember: fc.record({ accountId, groupId: anyGroupId }),
  RemoveGroupMember: fc.record({ accountId, groupId: anyGroupId }),
  CreateUserGroup: fc.record({
    groupName: fc.oneof(fc.constantFrom('Staff', 'A', 'B'), fc.string({ unit: 'binary' })),
  }),
};
const changes = fc.array(
  fc.constantFrom(...actionOperations).chain(operation => targets[operation].map(target => ({ operation, target }))),
  { minLength: 5, maxLength: 25, size: 'max' },
);

interface Made {
  readonly operation: ActionOperation;
  readonly target: Target;
  readonly before: Image;
  readonly after: Image;
}

/** Make changes as the service does. @returns those that changed something */
async function make(client: unknown, wanted: readonly { operation: ActionOperation; target: Target }[]) {
  const made: Made[] = [];
  const disabled = new Map<string, Image>();
  let created = 'nowhere';
  for (const { operation, target: named } of wanted) {
    const action = actionOf(operation);
    const target = named['groupId'] === 'created' ? { ...named, groupId: created } : named;
    const { accountId: account } = target;
    try {
      const image = await action.observe(client, target);
      const before = { image, beforeDisabling: account === undefined ? undefined : disabled.get(account) };
      if (action.isDone(image, target, before)) continue;
      await action.apply(client, target, before);
      const after = await action.observe(client, target);
      expect(action.isDone(after, target, before)).toBe(true);
      made.push({ operation, target, before: image, after });
      if (operation === 'DisableAccount') disabled.set(account!, image);
      if (operation === 'CreateUserGroup') created = action.createdId!(after);
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
    }
  }
  return made;
}

const runs = isLong ? 2_000 : 50;

it('changes and their undoing in reverse order end at the first state', async () => {
  const application = makeApplication();
  let applied = 0;
  await withClient(application, async client => {
    const first = application.dump();
    const property = fc.asyncProperty(changes, async wanted => {
      const made = await make(client, wanted);
      applied += made.length;
      for (const { operation, target, before, after } of made.reverse()) {
        const action = actionOf(operation);
        expect(canonicalJson(await action.observe(client, target))).toBe(canonicalJson(after));
        await action.restore(client, target, { before, after });
        expect(canonicalJson(await action.observe(client, target))).toBe(canonicalJson(before));
      }
      expect(application.dump()).toEqual(first);
    });
    await fc.assert(property, { numRuns: runs });
  });
  application.remove();
  expect(applied).toBeGreaterThan(3 * runs);
});
