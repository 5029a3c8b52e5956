// rolecall notify: what operators were told, and a message to try out subscriptions.
import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { chosenTenant } from '../../config/config-file.ts';
import { NotDelivered } from '../../delivery/message.ts';
import { send } from '../../delivery/send.ts';
import { OperatorError } from '../../errors.ts';
import { nearestHint } from '../../nearest.ts';
import { type CommonOptions, configOf, withOperator } from '../deployment.ts';
import type { Format } from '../format.ts';
import { counted, printLine, printRows } from '../output.ts';

export async function listNotices(options: CommonOptions, limit: number, format?: Format): Promise<void> {
  const notices = await withOperator(options, operator => operator.notices({ tenant: options.tenant, limit }));
  const view = ({ created_at, event, title, deliveries }: (typeof notices)[number]) => ({
    at: created_at,
    event,
    title,
    delivered: deliveries
      .map(({ subscription, status, attempts, error }) => {
        if (status === 'Delivered') return subscription;
        return `${subscription} (${status.toLowerCase()}, ${counted(attempts, 'attempt')}${error === null ? '' : `: ${error}`})`;
      })
      .join(', '),
  });
  printRows(notices, view, { format, essential: ['title', 'delivered'], main: ['at'] });
}

/** Send a test message from this machine to each subscription, or to one. Needs no running service. */
export async function testNotifications(options: CommonOptions, name: string | undefined): Promise<void> {
  const config = configOf(options);
  const { subscriptions } = config.notifications;
  const names = subscriptions.map(each => each.name);
  if (names.length === 0) {
    throw new OperatorError(
      `${config.file} has no subscription; docs/operations.md#notifications shows one under notifications.subscriptions`,
    );
  }
  if (name !== undefined && !names.includes(name)) {
    throw new OperatorError(`there is no subscription \`${name}\`; ${nearestHint(name, names)}`);
  }
  const tenant = options.tenant ?? (config.tenants.length > 1 ? 'all tenants' : chosenTenant(config, undefined).name);
  let failed = 0;
  for (const subscription of subscriptions.filter(each => name === undefined || each.name === name)) {
    const title = `Test of the subscription ${subscription.name}`;
    const text = 'This message was sent by `rolecall notify test`. Nothing is wrong.';
    try {
      const message = { id: randomUUID(), event: 'test', tenant, at: new Date(), title, text, details: {} };
      await send(subscription, config.smtp, message);
      printLine(`${subscription.name}: delivered`);
    } catch (error) {
      if (!(error instanceof NotDelivered)) throw error;
      failed += 1;
      printLine(`${subscription.name}: not delivered: ${error.message}`, process.stderr);
    }
  }
  if (failed > 0)
    throw new OperatorError(`${failed} of the test messages ${failed === 1 ? 'was' : 'were'} not delivered`);
}
