// Global ids of objects that no version has yet.
import { v5 as uuidv5 } from 'uuid';

/** The namespace in sql/building/model/010_global_ids.sql. */
const namespace = '6f1d2c5e-8a4b-5d0c-9e3f-7a1b2c3d4e5f';

/** UUIDv5 (RFC 9562, section 5.5) over tenant, application instance, object type and local id. */
export function globalIdOf(tenant: string, applicationInstanceId: string, type: string, localId: string): string {
  return uuidv5(`${tenant}/${applicationInstanceId}/${type}/${localId}`, namespace);
}
