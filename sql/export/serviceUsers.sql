-- Who may sign in to this service: one row for each client of the tenant, as of when the export was written. A client that is limited
-- to application instances sees only clients that are limited to some of the same. Principals of outside issuers are known to their
-- issuer only.
-- key: clientId
-- state: service_users
-- clientId string: Id of the client
-- name string: Name of the client
-- scopes string: What it may do, joined by `; `: read, annotate, write, admin
-- applicationInstanceIds string: The only application instances that it may see, joined by `; `; absent: all
-- isActive boolean: True when it can sign in, false when it was revoked
-- createdAt timestamp: When it was made
-- createdBy string: Who made it
-- revokedAt timestamp: When it was revoked
-- lastUsedAt timestamp: When it last got a token, to the minute
SELECT
  client_id AS "clientId",
  name AS "name",
  array_to_string(scopes, '; ') AS "scopes",
  array_to_string(application_instance_ids, '; ') AS "applicationInstanceIds",
  revoked_at IS NULL AS "isActive",
  created_at AS "createdAt",
  created_by AS "createdBy",
  revoked_at AS "revokedAt",
  last_used_at AS "lastUsedAt"
FROM exports.service_users
