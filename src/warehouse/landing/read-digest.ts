// The digest of the records of a read, in their order. A read with the digest of the read before it has brought nothing new.
import { createHash } from 'node:crypto';
import type { Resource } from '../../resources/define.ts';
import { landingSchema, requiredDefaults } from '../../resources/json-schema.ts';

export interface ReadDigest {
  /** Add what a batch holds. */
  add(content: Iterable<Uint8Array>): void;
  /** Some records are missing or were rejected: there will be no digest. */
  spoil(): void;
  /** The digest; undefined when records are missing. Nothing can be added afterwards. */
  end(): string | undefined;
}

/** A release that lands the same records in another form gives them another digest. */
export function createReadDigest(resource: Resource, applicationInstanceId: string): ReadDigest {
  const form = JSON.stringify([landingSchema(resource), requiredDefaults(resource), applicationInstanceId]);
  const hash = createHash('sha256').update(form);
  let isSpoiled = false;
  let ended: string | undefined;
  return {
    add(content) {
      if (ended === undefined) for (const bytes of content) hash.update(bytes);
    },
    spoil() {
      isSpoiled = true;
    },
    end() {
      if (isSpoiled) return undefined;
      ended ??= hash.digest('base64');
      return ended;
    },
  };
}
