-- name: Accounts that can sign in without single sign-on
-- description: Enabled accounts of people who can sign in to an application with a separate password. Accounts at an identity provider itself are left out.
-- tags: sso
SELECT source.source_id, account.alias, account.name, account.sub_type, account.sso_requirements, account.is_admin,
  account.last_activity_date
FROM accounts AS account
JOIN application_instances AS source USING (application_instance_id)
WHERE account.type = 'User' AND account.enabled AND account.sso_requirements IN ('Disabled', 'Optional')
  AND NOT list_contains(account.authentication_functions, 'Identity')
ORDER BY account.is_admin DESC, source.source_id, account.alias
