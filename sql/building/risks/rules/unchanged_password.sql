-- title: Password that was never changed
-- severity: Medium
-- type: Security
-- entity: Account
-- data: instance
-- needs: passwords
-- why: The password is the one that the account was made with, so whoever made the account knows it.
-- fix: Have the holder change the password, and make first passwords expire at the first sign-in.
-- references: ISO/IEC 27001:2022 A.5.17; NIST SP 800-53 Rev. 5 IA-5
-- parameter days: 30  days since the account was made
-- The password counts as unchanged when its date is at most a minute after the creation of the account. Dates without a time of day
-- say less, so there nothing is claimed when both are on the same day.
SELECT entity, instance, id,
  CASE WHEN date_diff('minute', created_at, password_changed_at) > 1 THEN
      CASE WHEN created_at::DATE = password_changed_at::DATE AND created_at = created_at::DATE THEN NULL ELSE false END
    WHEN created_at = created_at::DATE AND password_changed_at = password_changed_at::DATE
      AND created_at = password_changed_at THEN NULL
    ELSE days_between(created_at, data_date) >= $days END AS violated,
  'The password of ' || label || ' was never changed.' AS sentence,
  risk_evidence([risk_fact('createdDate', created_at), risk_fact('lastPasswordChangedDate', password_changed_at),
    risk_fact('isAdmin', is_admin)]) AS evidence
FROM risks.accounts WHERE enabled AND type = 'User' AND created_at IS NOT NULL AND password_changed_at IS NOT NULL
