-- title: External administrator
-- severity: High
-- type: Access
-- entity: Account
-- data: instance
-- needs: administrators
-- why: Somebody who is not employed by the organisation administers one of its applications.
-- fix: Let an employee administer the application. Where that is not possible, give the rights for a limited time and for what is needed.
-- references: ISO/IEC 27001:2022 A.5.19; NIST SP 800-53 Rev. 5 AC-6(5)
-- External are contractors, vendors and temporary staff by their employment record, and accounts that the source marks so.
SELECT entity, instance, id,
  coalesce(employment_type IN ('Contractor', 'Vendor', 'Temporary'), false) OR sub_type IN ('Contractor', 'Guest', 'External') AS violated,
  'The account ' || label || ' administers the application, and its holder is not an employee.' AS sentence,
  risk_evidence([risk_fact('employmentType', employment_type), risk_fact('subType', sub_type),
    risk_fact('lastActivityDate', last_activity_at)]) AS evidence
FROM risks.administrators WHERE enabled AND type = 'User' AND is_admin
