// The rules for changes: a connector that keeps them passes, and each rule finds the connector that breaks it.
import { describe, expect, it } from 'vitest';
import type { ChangesToTry } from '../../src/conformance/changes-to-try.ts';
import { testConnector } from '../../src/conformance/conformance.ts';
import type { Actions } from '../../src/connector/actions.ts';
import type { Connector } from '../../src/connector/contract.ts';
import { changingConnector, goodActions, password, type Source, sourceInMemory } from './changing-connector.ts';

const targets: Required<Pick<ChangesToTry, keyof typeof goodActions>> = {
  DisableAccount: { accountId: 'ann' },
  EnableAccount: { accountId: 'ann' },
  AssignRole: { accountId: 'bob', roleId: 'clerk' },
  CreateUserGroup: { groupName: '*)(uid=*' },
};

/** All faults of a connector that changes a source in memory, as `rule: fault`. */
async function faultsOf(connector: Connector, changes: ChangesToTry, patienceMs = 5_000): Promise<string[]> {
  const rules = await testConnector(connector, { settings: { password }, baseFolder: '/', patienceMs, changes });
  return rules.flatMap(({ rule, faults }) => faults.map(fault => `${rule}: ${fault}`));
}

/** The faults that are found when some actions are replaced; by default their own targets are tried. */
function faultsWith(actions: Actions<Source>, changes?: ChangesToTry, source = sourceInMemory()): Promise<string[]> {
  const own = Object.fromEntries(Object.entries(targets).filter(([operation]) => operation in actions));
  return faultsOf(changingConnector(source, { ...goodActions, ...actions }), changes ?? own);
}

const { DisableAccount: disable, EnableAccount: enable, AssignRole: assign, CreateUserGroup: create } = goodActions;

describe('a connector that keeps the rules', () => {
  it('passes, and its source is as it was', async () => {
    const source = sourceInMemory();
    expect(await faultsOf(changingConnector(source), targets)).toEqual([]);
    expect(source).toEqual(sourceInMemory());
  });

  it('changes nothing when no targets are named', async () => {
    const apply = () => expect.unreachable('nothing may be applied');
    const actions = { DisableAccount: { ...disable, apply } };
    const rules = await testConnector(changingConnector(sourceInMemory(), { ...goodActions, ...actions }), {
      settings: { password },
      baseFolder: '/',
    });
    expect(rules.flatMap(({ faults }) => faults)).toEqual([]);
    expect(rules.map(({ rule }) => rule)).not.toContain('leaves the source as it was');
  });

  it('is tried on each record for which a target stands', async () => {
    const source = sourceInMemory();
    const seen = new Set<string>();
    const expand = async () => [{ accountId: 'ann' }, { accountId: 'bob' }];
    const observe: typeof disable.observe = (of, target) => {
      seen.add(target.accountId);
      return disable.observe(of, target);
    };
    expect(await faultsWith({ DisableAccount: { ...disable, expand, observe } }, undefined, source)).toEqual([]);
    expect([...seen].sort()).toEqual(['ann', 'ann-of-nobody', 'bob', 'bob-of-nobody']);
  });

  it('needs a target on which there is something to do, and an action', async () => {
    const done = 'shows a change after applying it: AssignRole: ';
    expect(await faultsWith({}, { AssignRole: { accountId: 'ann', roleId: 'clerk' } })).toEqual([
      `${done}the target shows the change already; name one on which there is something to do`,
    ]);
    expect(await faultsWith({}, { RemoveRole: { accountId: 'ann', roleId: 'clerk' } })).toEqual([
      'shows a change after applying it: RemoveRole: the connector has no such action',
    ]);
  });
});

describe('a connector is found that', () => {
  it('declares other operations than it has', async () => {
    const declaresActions: Connector['declaresActions'] = [
      { operations: ['DisableAccount', 'EnableAccount', 'AssignRole', 'RemoveRole'], effect: ' ', rights: '' },
      { operations: ['DisableAccount', 'Explode' as 'DisableAccount'], effect: 'none', rights: 'none' },
    ];
    expect(await faultsOf(changingConnector(sourceInMemory(), goodActions, { declaresActions }), {})).toEqual(
      [
        'declaresActions: Explode is no operation',
        'declaresActions: has DisableAccount twice',
        'declaresActions: RemoveRole has no action',
        'actions: CreateUserGroup is not declared in `declaresActions`',
        'declaresActions: DisableAccount,EnableAccount,AssignRole,RemoveRole: no effect',
        'declaresActions: DisableAccount,EnableAccount,AssignRole,RemoveRole: no rights',
      ].map(fault => `declares its settings, reads and changes: ${fault}`),
    );
  });

  it('observes something else each time', async () => {
    let time = 0;
    const observe: typeof assign.observe = async (...given) => ({ ...(await assign.observe(...given)), at: time++ });
    expect(await faultsWith({ AssignRole: { ...assign, observe } })).toContain(
      'observes the same while nothing happens: AssignRole: when it is observed twice, at differs',
    );
  });

  it('mixes up targets that share a client', async () => {
    const changes = { DisableAccount: targets.DisableAccount };
    const sharing = (observe: typeof disable.observe) =>
      changingConnector(
        sourceInMemory(),
        { ...goodActions, DisableAccount: { ...disable, observe } },
        { changesPerClient: 3 },
      );
    expect(await faultsOf(sharing(disable.observe), changes)).toEqual([]);
    const rule = 'answers each of several targets that share a client: DisableAccount:';
    let last = targets.DisableAccount;
    const asLast: typeof disable.observe = async (source, target) => {
      last = target;
      await Promise.resolve();
      return disable.observe(source, last);
    };
    expect(await faultsOf(sharing(asLast), changes)).toEqual([
      `${rule} observe gives an image of an unknown accountId too`,
    ]);
    let asked: ReturnType<typeof disable.observe>[] = [];
    const failingTogether: typeof disable.observe = async (source, target) => {
      const image = disable.observe(source, target);
      asked.push(image);
      await Promise.resolve();
      await Promise.all(asked);
      asked = [];
      return image;
    };
    expect(await faultsOf(sharing(failingTogether), changes)).toContain(`${rule} there is no account ann-of-nobody`);
  });

  it('observes what is not JSON', async () => {
    const observe: typeof assign.observe = async (...given) => ({
      ...(await assign.observe(...given)),
      since: new Date(0),
    });
    expect(new Set(await faultsWith({ AssignRole: { ...assign, observe } }))).toEqual(
      new Set([
        'observes images that are JSON: AssignRole: observe gives something else than an object of JSON values, which cannot be stored',
      ]),
    );
  });

  it('has a secret in an image, or in a refusal', async () => {
    const observe: typeof assign.observe = async (...given) => ({ ...(await assign.observe(...given)), password });
    expect(await faultsWith({ AssignRole: { ...assign, observe } })).toEqual([
      'keeps secrets to itself: an image of AssignRole holds the value of settings.password',
    ]);
    const apply = () => Promise.reject(new Error(`not allowed with ${password}`));
    expect(await faultsWith({ AssignRole: { ...assign, apply } })).toContain(
      'keeps secrets to itself: an error of AssignRole holds the value of settings.password',
    );
  });

  it('does not change anything', async () => {
    expect(await faultsWith({ AssignRole: { ...assign, apply: async () => {} } })).toEqual([
      'shows a change after applying it: AssignRole: isDone is false after apply',
    ]);
  });

  it('thinks that everything is done', async () => {
    expect(await faultsWith({ AssignRole: { ...assign, isDone: () => true } })).toEqual([
      'shows a change after applying it: AssignRole: isDone is true before the change, so the service would never apply it',
    ]);
  });

  it('creates a group that it does not read', async () => {
    const createdId = () => 'elsewhere';
    expect(await faultsWith({ CreateUserGroup: { ...create, createdId } })).toEqual([
      'shows a change after applying it: CreateUserGroup: the read of UserGroup does not bring the created group (elsewhere)',
    ]);
    const { createdId: _, ...nameless } = create;
    expect(await faultsWith({ CreateUserGroup: nameless })).toEqual([
      'shows a change after applying it: CreateUserGroup: createdId is missing or gives no id',
    ]);
  });

  it('toggles instead of setting', async () => {
    const apply: typeof assign.apply = async (source, target) => {
      const { held } = await assign.observe(source, target);
      source.accounts.get(target.accountId)!.roles[held ? 'delete' : 'add'](target.roleId);
    };
    expect(await faultsWith({ AssignRole: { ...assign, apply } })).toContain(
      'applying twice equals applying once: AssignRole: after the second apply, held differs',
    );
  });

  it('undoes what it has not done', async () => {
    const restore: typeof assign.restore = async (source, { accountId, roleId }) => {
      source.accounts.get(accountId)!.roles.delete(roleId);
    };
    expect(await faultsWith({ AssignRole: { ...assign, restore } })).toEqual([
      'changes nothing when nothing has to be done: AssignRole: after a change that had nothing to do was undone, held differs',
    ]);
  });

  it('restores only a part', async () => {
    const restore: typeof disable.restore = async (source, { accountId }) => {
      source.accounts.get(accountId)!.enabled = true;
    };
    const faults = await faultsWith({ DisableAccount: { ...disable, restore } });
    expect(faults).toContain('restores exactly what it saw before: DisableAccount: after restore, roles differs');
    expect(faults).toContain('leaves the source as it was: DisableAccount: the target is left changed, roles differs');
  });

  it('cannot restore twice', async () => {
    const restore: typeof create.restore = async (source, { groupName }, { before }) => {
      if (before.id === null && !source.groups.delete(groupName)) throw new Error('there is no such group');
    };
    expect(await faultsWith({ CreateUserGroup: { ...create, restore } })).toEqual([
      'restoring twice equals restoring once: CreateUserGroup: there is no such group',
    ]);
  });

  it('gives an image of a target that does not exist, or another error', async () => {
    const observe: typeof assign.observe = async ({ accounts }, { accountId, roleId }) => ({
      held: accounts.get(accountId)!.roles.has(roleId),
    });
    expect(await faultsWith({ AssignRole: { ...assign, observe } })).toEqual([
      expect.stringMatching(
        /^refuses a target that does not exist: AssignRole: observe of a target with an unknown accountId throws TypeError \(.*\); throw ChangeRefused$/,
      ),
      'refuses a target that does not exist: AssignRole: observe of a target with an unknown roleId gives an image; throw ChangeRefused',
    ]);
  });

  it('hangs after an abort', async () => {
    const open: Connector['open'] = async (_settings, { signal }) => ({ ...source, signal });
    const source = sourceInMemory();
    const apply: typeof assign.apply = async (of, target, before) => {
      await Promise.resolve();
      if ((of as Source & { signal: AbortSignal }).signal.aborted) await new Promise(() => {});
      await assign.apply(of, target, before);
    };
    const actions = { ...goodActions, AssignRole: { ...assign, apply } };
    expect(
      await faultsOf(changingConnector(source, actions, { open }), { AssignRole: targets.AssignRole }, 200),
    ).toEqual([
      'ends a change after an abort, and finishes it when called again: AssignRole: after an abort, the end of apply of AssignRole: nothing came within 0.2 s',
    ]);
    expect(source).toEqual(sourceInMemory());
  });

  it('cannot finish what was aborted halfway', async () => {
    const open: Connector['open'] = async (_settings, { signal }) => ({ ...source, signal });
    const source = sourceInMemory();
    const apply: typeof disable.apply = async (of, target, before) => {
      const account = of.accounts.get(target.accountId)!;
      if (!account.enabled) return;
      account.enabled = false;
      await Promise.resolve();
      (of as Source & { signal: AbortSignal }).signal.throwIfAborted();
      await disable.apply(of, target, before);
    };
    const actions = { ...goodActions, DisableAccount: { ...disable, apply } };
    expect(
      await faultsOf(changingConnector(source, actions, { open }), { DisableAccount: targets.DisableAccount }),
    ).toEqual([
      'ends a change after an abort, and finishes it when called again: DisableAccount: after an aborted apply and another apply, roles differs',
    ]);
  });

  it('enables an account without the roles that disabling dropped', async () => {
    const apply: typeof enable.apply = async (source, { accountId }) => {
      source.accounts.get(accountId)!.enabled = true;
    };
    expect(await faultsWith({ EnableAccount: { ...enable, apply } })).toEqual([
      'enabling restores what disabling dropped: EnableAccount: what DisableAccount observes after enabling differs from what it observed before disabling',
    ]);
  });

  it('expands to other records each time, or to none', async () => {
    const names = ['ann', 'bob'];
    const expand = async () => [{ accountId: names.shift() ?? 'ann' }];
    expect(await faultsWith({ DisableAccount: { ...disable, expand } })).toEqual([
      'observes the same while nothing happens: DisableAccount: expand gives other records the second time',
    ]);
    expect(await faultsWith({ DisableAccount: { ...disable, expand: async () => [] } })).toEqual([
      'shows a change after applying it: DisableAccount: expand gives no records',
    ]);
  });

  it('changes more than the target', async () => {
    const apply: typeof assign.apply = async (source, target, before) => {
      source.groups.delete('staff');
      source.groups.set('assigned', `by ${target.accountId}`);
      await assign.apply(source, target, before);
    };
    expect(await faultsWith({ AssignRole: { ...assign, apply } })).toEqual([
      'leaves the source as it was: UserGroup: group-0 is gone after all changes were undone',
      'leaves the source as it was: UserGroup: by bob is left after all changes were undone',
    ]);
  });
});
