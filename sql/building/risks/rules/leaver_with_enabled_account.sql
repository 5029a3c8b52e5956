-- title: Leaver with an enabled account
-- severity: High
-- type: Identity
-- entity: Account
-- data: tenant
-- needs: persons
-- why: Somebody who has left the organisation can still sign in.
-- fix: Disable the account, and find out why offboarding did not. Look at what it was used for since the last day of work.
-- references: ISO/IEC 27001:2022 A.5.11; ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 PS-4
-- parameter days: 0  days after the last day of work during which an account may stay enabled
-- Without a known last day of work, a person who is recorded as having left counts from the first day.
SELECT entity, instance, id,
  employment_status = 'Terminated' AND coalesce(days_between(left_at, data_date) >= $days, true) AS violated,
  'The holder of ' || label || ' has left the organisation, and the account is enabled.' AS sentence,
  risk_evidence([risk_fact('terminationDate', left_at), risk_fact('lastActivityDate', last_activity_at),
    risk_fact('usedAfterLeaving', is_used_after(last_activity_at, left_at)), risk_fact('isAdmin', is_admin)]) AS evidence
FROM risks.accounts WHERE enabled AND type = 'User' AND employment_status IS DISTINCT FROM 'Active' AND person IS NOT NULL
