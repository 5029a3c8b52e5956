-- title: Application of another organisation with privileges
-- severity: High
-- type: Access
-- entity: Account
-- data: instance
-- needs: administrators
-- why: Another organisation has the credentials of the application. Whoever breaks in there holds these privileges here.
-- fix: Take away what the application does not need, limit it to single objects, or remove it when nobody uses it.
-- references: ISO/IEC 27001:2022 A.5.19; NIST SP 800-53 Rev. 5 SA-9; OWASP NHI3:2025
-- The source says to whom the application belongs: the account role is `third-party-application`. Entra shows the tenant that registered it;
-- applications of Microsoft itself do not count.
SELECT entity, instance, id, true AS violated,
  'The application ' || label || ' belongs to another organisation and '
    || CASE WHEN is_admin THEN 'administers the application instance.' ELSE 'holds privileges.' END AS sentence,
  risk_evidence([risk_fact('isAdmin', is_admin), risk_fact('privilegedOn', privilege), risk_fact('lastActivityDate', last_activity_at)])
    AS evidence
FROM risks.administrators WHERE enabled AND type <> 'User' AND account_role = 'third-party-application'
