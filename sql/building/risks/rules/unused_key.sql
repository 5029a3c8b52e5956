-- title: Key that is not used
-- severity: Low
-- type: Security
-- entity: Account
-- data: instance
-- needs: keys, activity
-- why: Nobody needs the key any more, and it still works.
-- fix: Delete the key.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-2(3); OWASP NHI1:2025
-- parameter days: 90  days without known use
SELECT entity, instance, id, days_unused >= $days AS violated,
  'The key ' || label || ' has not been used for ' || CASE WHEN is_never_used THEN 'at least ' ELSE '' END || counted_days(days_unused)
    || '.' AS sentence,
  risk_evidence(unused_facts(days_unused, last_activity_at, last_event_at, $days)
    || [risk_fact('createdDate', created_at)]) AS evidence
FROM risks.accounts WHERE enabled AND type = 'Token'
