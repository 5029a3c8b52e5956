-- Members of the holders hold what these hold.

INSERT INTO impersonation.steps
SELECT "globalEntityId", "entityType", "globalEntityId", "objectMetadata"."ApplicationInstanceId",
  "globalManagedViaObjectId", "managedViaObjectType", "globalManagedViaObjectId", "objectMetadata"."ApplicationInstanceId",
  'Membership', "globalId", NULL
FROM model."EntityManagedViaObject" AS relation
SEMI JOIN impersonation.holders AS holders ON holders.holder = relation."globalManagedViaObjectId"
WHERE relation."globalEntityId" <> relation."globalManagedViaObjectId";
