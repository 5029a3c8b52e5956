// E-mail by SMTP.
import type { EmailSettings, SmtpSettings } from '../config/delivery-settings.ts';
import { NotDelivered, type OutgoingMessage } from './message.ts';

/** Time limits for the connection, for the greeting of the server, and for each of its answers. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Send a message to all recipients. Each attempt has the same Message-ID, by which mail systems recognise a repetition.
 * @throws NotDelivered when the server does not accept it for every recipient
 */
export async function sendEmail(
  { host, port, tls, user, password, from }: SmtpSettings,
  { to }: EmailSettings,
  { id, event, tenant, at, title, text, attachment }: OutgoingMessage,
): Promise<void> {
  // Loaded only where it is used, because most deployments send no e-mail.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...limits,
    host,
    port,
    secure: tls === 'always',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'never',
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { rejected } = await transport.sendMail({
      from,
      to: [...to],
      subject: `[Rolecall] ${title}`.replaceAll(/[\u0000-\u001f\u007f]+/g, ' '),
      text: `${text}\n\n${tenant}, ${at.toISOString()}, ${event}\n`,
      date: at,
      messageId: `<${id}@${from.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'Rolecall-Event': event },
      ...(attachment && {
        attachments: [{ filename: attachment.name, contentType: attachment.type, content: attachment.open() }],
      }),
    });
    if (rejected.length > 0) throw new NotDelivered(`${host} refuses the recipients ${rejected.join(', ')}`);
  } catch (cause) {
    if (cause instanceof NotDelivered) throw cause;
    throw new NotDelivered(`${host}:${port}: ${(cause as Error).message}`, { cause });
  } finally {
    transport.close();
  }
}
