-- scope: island
-- Accounts with an authenticator in use, other than a password, and the instances whose enrollments were read completely: only
-- there does a missing enrollment mean that there is none.

CREATE TABLE risks.enrolled AS
SELECT DISTINCT account.entity, account.instance, account.person
FROM model."AuthenticatorEnrollment" AS enrollment
JOIN risks.accounts AS account
  ON account.instance = enrollment."objectMetadata"."ApplicationInstanceId" AND account.id = enrollment."accountKey"
WHERE coalesce(enrollment."enrollmentStatus", 'Active') = 'Active'
  AND coalesce(list_aggregate(list_transform(
    from_json(enrollment."authenticationMethods", '[{"type": "VARCHAR"}]'), lambda method: lower(method."type") <> 'password'),
    'bool_or'), true);

CREATE TABLE risks.enrolling_instances AS
SELECT DISTINCT "objectMetadata"."ApplicationInstanceId" AS instance
FROM model."AuthenticatorEnrollment"
WHERE "objectMetadata"."ApplicationInstanceId" IN
  (SELECT instance FROM risks.reads WHERE type = 'AuthenticatorEnrollment' AND is_complete);
