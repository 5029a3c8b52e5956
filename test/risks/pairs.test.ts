// Pairs of roles that nobody should hold together.
import { expect, it, onTestFinished } from 'vitest';
import { pagesOf, type Script } from '../support/scripted-source.ts';
import { startService } from '../support/service/service.ts';

it('tells nothing of the other instance when a person holds a pair through two accounts', async () => {
  const employee = { id: 'e1', employeeNumber: '7', name: 'Zoe', employmentStatus: 'Active' };
  const member = (id: string, role: string) => ({
    ...{ id: `${id}-${role}`, entityId: id, entityType: 'Account' },
    ...{ managedViaObjectId: role, managedViaObjectType: 'Role' },
  });
  const holding = (id: string, role: string): Script => ({
    Account: pagesOf([{ id, alias: id, type: 'User', enabled: true, employeeNumber: '7' }]),
    Role: pagesOf([{ id: role, name: role, type: 'Custom' }]),
    EntityManagedViaObject: pagesOf([member(id, role)]),
  });
  const pairs = [{ name: 'Pay', first: ['pay*'], second: ['*vendors'] }];
  const sources = {
    app: holding('zoe-app', 'Pay bills'),
    crm: { ...holding('zoe-crm', 'Make vendors'), Employee: pagesOf([employee]) },
  };
  const test = await startService({ sources, settings: { risks: { pairs } } });
  onTestFinished(() => test.close());
  await test.sync();
  const toxic = (await test.everyItem('/v1/risk-violations')).filter(
    ({ riskDefinitionId }) => riskDefinitionId === 'toxic_combination',
  );
  expect(toxic.map(({ entityId }) => entityId).sort()).toEqual(['zoe-app', 'zoe-crm']);
  for (const violation of toxic) {
    expect(violation.id).toBe(`toxic_combination/${violation.globalEntityId}/Pay`);
    expect(violation.description).toMatch(/another account of the same person holds the other/);
    expect(JSON.stringify(violation)).not.toContain(violation.entityId === 'zoe-app' ? 'Make vendors' : 'Pay bills');
  }
});
