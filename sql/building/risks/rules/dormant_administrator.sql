-- title: Dormant administrator
-- severity: High
-- type: Identity
-- entity: Account
-- data: instance
-- needs: administrators, activity
-- why: An administrator account that nobody uses is not missed when somebody else takes it over, and it keeps all its rights.
-- fix: Disable the account, or take its administrator rights and privileged grants away. Ask the holder before you do.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-2(3); CIS Controls 8.1 5.3
-- parameter days: 90  days without known use; without known activity, the days count from creation and are a lower bound
SELECT entity, instance, id, days_unused >= $days AS violated,
  subject_text || ' has not been used for ' || CASE WHEN is_never_used THEN 'at least ' ELSE '' END || counted_days(days_unused) || '.'
    AS sentence,
  risk_evidence(unused_facts(days_unused, last_activity_at, last_event_at, $days)
    || [risk_fact('isAdmin', is_admin), risk_fact('privilegedOn', privilege)]) AS evidence
FROM risks.administrators WHERE enabled
