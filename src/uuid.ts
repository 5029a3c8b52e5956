// Ids in the canonical text form of a UUID (RFC 9562, section 4).

/** Whether a text is a UUID in lowercase, as the service and PostgreSQL write it. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
