// Listening where the configuration says, or saying why that is not possible.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { OperatorError } from '../errors.ts';

/** @throws OperatorError when the address cannot be used */
export async function listen(app: FastifyInstance, config: Config): Promise<void> {
  const { host, port } = config.listen;
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `port ${port} on ${host} is taken by another program; choose another with --port or listen.port`,
        { cause },
      );
    }
    if (code === 'EACCES')
      throw new OperatorError(`port ${port} on ${host} may not be used by this user; choose one above 1023`, { cause });
    if (code === 'EADDRNOTAVAIL')
      throw new OperatorError(`listen.host: this machine has no address ${host}`, { cause });
    throw cause;
  }
}
