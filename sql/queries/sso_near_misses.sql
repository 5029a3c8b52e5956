-- name: Single sign-on that almost works
-- description: Applications whose sign-in is configured differently on both sides, and enabled accounts that nobody can use through single sign-on although their application has it. Accounts for which SSO is switched off on purpose are left out.
-- tags: sso, data-quality
SELECT miss.source_id, coalesce(miss.account_alias, miss.deployment_name, miss.assigned_application_name) AS subject,
  CASE WHEN miss.account_id IS NULL THEN miss.assigned_application_name END AS assigned_application, miss.reason, miss.explanation
FROM sso_near_misses AS miss
WHERE miss.account_id IS NULL OR miss.account_enabled AND miss.reason <> 'excluded'
ORDER BY miss.account_id IS NOT NULL, miss.source_id, subject
