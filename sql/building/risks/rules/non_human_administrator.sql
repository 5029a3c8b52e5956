-- title: Machine or key with administrator rights
-- severity: Medium
-- type: Access
-- entity: Account
-- data: instance
-- needs: administrators
-- why: Nobody confirms with a second factor what a machine account or key does, and its credentials lie in files and pipelines.
-- fix: Give the machine account only the permissions that its task needs.
-- references: ISO/IEC 27001:2022 A.8.2; NIST SP 800-53 Rev. 5 AC-6(5); OWASP NHI5:2025
SELECT entity, instance, id, is_admin AS violated,
  CASE type WHEN 'Token' THEN 'The key ' ELSE 'The machine account ' END || label || ' administers the application.' AS sentence,
  risk_evidence([risk_fact('subType', sub_type), risk_fact('lastActivityDate', last_activity_at), risk_fact('createdDate', created_at)])
    AS evidence
FROM risks.administrators WHERE enabled AND type <> 'User'
