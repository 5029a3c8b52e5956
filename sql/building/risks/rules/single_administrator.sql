-- title: Single administrator
-- severity: Low
-- type: Access
-- entity: Account
-- data: instance
-- needs: administrators
-- why: When this one person is absent or the account is lost, nobody can administer the application.
-- fix: Make a second person administrator, or keep an emergency account under lock.
-- references: ISO/IEC 27001:2022 A.5.30; NIST SP 800-53 Rev. 5 CP-2
-- Nothing is claimed while the accounts of the instance were not read completely.
SELECT arg_min(entity, id) AS entity, instance, min(id) AS id,
  CASE WHEN count(*) > 1 THEN false
    WHEN instance IN (SELECT instance FROM risks.reads WHERE type = 'Account' AND is_complete) THEN true END AS violated,
  'The account ' || min(label) || ' is the only enabled administrator.' AS sentence,
  risk_evidence([risk_fact('lastActivityDate', min(last_activity_at))]) AS evidence
FROM risks.administrators WHERE enabled AND type = 'User' AND is_admin
GROUP BY instance
