-- title: Account that was never used
-- severity: Low
-- type: Identity
-- entity: Account
-- data: instance
-- needs: users, activity
-- why: Its first password may still work, and nobody would notice its misuse.
-- fix: Disable the account, and make accounts only when they are needed.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-2(3)
-- parameter days: 30  days since the account was made, or since use is known, whichever is later
-- Administrators have a rule of their own. Nothing is claimed where the source reports no use at all.
SELECT entity, instance, id, days_unused >= $days AS violated,
  'No use of the account ' || label || ' is known for at least ' || counted_days(days_unused) || '.' AS sentence,
  risk_evidence([risk_fact('daysWithoutUse', days_unused), risk_fact('createdDate', created_at),
    risk_fact('thresholdDays', $days)]) AS evidence
FROM risks.accounts
WHERE enabled AND type = 'User' AND is_never_used AND entity NOT IN (SELECT entity FROM risks.administrators)
