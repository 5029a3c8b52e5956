// Where a service issues tokens, as its own metadata says (RFC 8414).
import { request } from 'undici';
import { OperatorError } from '../../errors.ts';

/** Longer than a working service takes. */
const answerMs = 10_000;
const mostBytes = 100_000;

/**
 * @param base address of the service without a slash at its end
 * @throws OperatorError when nothing answers there, or the answer names an address that secrets must not be sent to
 */
export async function tokenAddress(base: string): Promise<string> {
  const usual = `${base}/oauth2/token`;
  const address = `${base}/.well-known/oauth-authorization-server`;
  let named: unknown;
  try {
    const { statusCode, body } = await request(address, { signal: AbortSignal.timeout(answerMs) });
    const text = await body.text();
    if (statusCode !== 200 || text.length > mostBytes) return usual;
    named = (JSON.parse(text) as { token_endpoint?: unknown }).token_endpoint;
  } catch (cause) {
    if (cause instanceof SyntaxError) return usual;
    throw new OperatorError(`${base} does not answer: ${(cause as Error).message}`, { cause });
  }
  if (typeof named !== 'string' || !URL.canParse(named)) return usual;
  if (base.startsWith('https:') && !named.startsWith('https:')) {
    throw new OperatorError(
      `${base} names ${named} for tokens, where the secret would be sent unencrypted; set auth_url of the service to an https address`,
    );
  }
  return named;
}
