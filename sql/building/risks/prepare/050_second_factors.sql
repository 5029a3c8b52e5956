-- Accounts with an authenticator in use, other than a password, and the accounts whose enrollments were read: only of these does a
-- missing enrollment mean that there is none.

CREATE TABLE risks.enrolled AS
SELECT DISTINCT account.entity, account.instance, account.person
FROM model."AuthenticatorEnrollment" AS enrollment
JOIN risks.accounts AS account
  ON account.instance = enrollment."objectMetadata"."ApplicationInstanceId" AND account.id = enrollment."accountKey"
WHERE coalesce(enrollment."enrollmentStatus", 'Active') = 'Active'
  AND coalesce(list_aggregate(list_transform(
    from_json(enrollment."authenticationMethods", '[{"type": "VARCHAR"}]'), lambda method: lower(method."type") <> 'password'),
    'bool_or'), true);

-- Accounts of whom a missing enrollment means that there is none: the read was complete, and when it left accounts out, this one was read.
CREATE TABLE risks.enrolling AS
WITH reads AS (
  SELECT instance, list_transform(
    list_filter(from_json(gaps, '["JSON"]'), lambda gap: gap->>'$.except.field' = 'accountKey'),
    lambda gap: from_json(gap->'$.except.is', '["VARCHAR"]')) AS accounts_read
  FROM risks.reads WHERE type = 'AuthenticatorEnrollment' AND is_complete
    AND instance IN (SELECT "objectMetadata"."ApplicationInstanceId" FROM model."AuthenticatorEnrollment")
)
SELECT account.entity, account.instance, account.person
FROM reads JOIN risks.accounts AS account USING (instance)
WHERE len(accounts_read) = 0 OR list_contains(flatten(accounts_read), account.id);
