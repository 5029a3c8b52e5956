-- title: Dormant account
-- severity: Low
-- type: Identity
-- entity: Account
-- data: instance
-- needs: users, activity
-- why: An account that nobody uses is not missed when somebody else takes it over.
-- fix: Disable the account. Its holder asks when it is needed again.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-2(3); CIS Controls 8.1 5.3
-- parameter days: 90  days without use
-- Administrators have a rule of their own, and so have accounts that were never used.
SELECT entity, instance, id, days_unused >= $days AS violated,
  'The account ' || label || ' has not been used for ' || counted_days(days_unused) || '.' AS sentence,
  risk_evidence(unused_facts(days_unused, last_activity_at, last_event_at, $days)) AS evidence
FROM risks.accounts
WHERE enabled AND type = 'User' AND is_never_used IS NOT TRUE AND entity NOT IN (SELECT entity FROM risks.administrators)
