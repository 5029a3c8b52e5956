// Sends a message to the recipient that a setting names.
import type { EmailSettings, SmtpSettings, WebhookSettings } from '../config/delivery-settings.ts';
import { sendEmail } from './email.ts';
import type { OutgoingMessage } from './message.ts';
import { sendWebhook } from './webhook.ts';

/** Exactly one of the two is set. */
export interface Recipient {
  readonly webhook?: WebhookSettings | undefined;
  readonly email?: EmailSettings | undefined;
}

/** @throws NotDelivered */
export async function send(
  recipient: Recipient,
  smtp: SmtpSettings | undefined,
  message: OutgoingMessage,
): Promise<void> {
  if (recipient.webhook) await sendWebhook(recipient.webhook, message);
  // The configuration is refused when it names e-mail and no mail server.
  if (recipient.email) await sendEmail(smtp!, recipient.email, message);
}
