-- title: Orphaned account
-- severity: Medium
-- type: Identity
-- entity: Account
-- data: tenant
-- needs: persons, users
-- why: Nobody answers for an account whose holder is unknown, and no offboarding will ever disable it.
-- fix: Find out who uses the account. Enter the holder's employee number or e-mail address, or disable the account.
-- references: ISO/IEC 27001:2022 A.5.16; NIST SP 800-53 Rev. 5 AC-2; CIS Controls 8.1 5.1
-- Accounts of guests and external people, and shared accounts, belong to nobody in the system of record. Nothing is claimed while
-- the records of employees were not read completely.
SELECT entity, instance, id,
  CASE WHEN person IS NOT NULL OR len(coalesce(owners, [])) > 0 THEN false
    WHEN NOT EXISTS (FROM risks.reads WHERE type = 'Employee' AND NOT is_complete) THEN true END AS violated,
  'No person and no owner of the account ' || label || ' is known.' AS sentence,
  risk_evidence([risk_fact('lastActivityDate', last_activity_at), risk_fact('createdDate', created_at), risk_fact('isAdmin', is_admin)])
    AS evidence
FROM risks.accounts
WHERE enabled AND type = 'User' AND sub_type NOT IN ('Shared', 'Guest', 'External') AND person IS NULL
