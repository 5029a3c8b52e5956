// Listens on the configured address, or reports why that is not possible.
import type { FastifyInstance } from 'fastify';
import { OperatorError } from '../../errors.ts';

/**
 * @param setting the setting that holds the address: `listen` or `workers.listen`
 * @throws OperatorError when the address cannot be used
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  setting: string,
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `port ${port} on ${host} is taken by another program; choose another with --port or ${setting}.port`,
        { cause },
      );
    }
    if (code === 'EACCES')
      throw new OperatorError(`port ${port} on ${host} may not be used by this user; choose one above 1023`, { cause });
    if (code === 'EADDRNOTAVAIL')
      throw new OperatorError(`${setting}.host: this machine has no address ${host}`, { cause });
    throw cause;
  }
}
