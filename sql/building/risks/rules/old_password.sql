-- title: Old password
-- severity: Low
-- type: Security
-- entity: Account
-- data: instance
-- needs: passwords
-- why: A password that has leaked works until it is changed, and old passwords appear in most collections of leaked ones.
-- fix: Have the holder change the password, or replace it by single sign-on or a passkey.
-- references: ISO/IEC 27001:2022 A.5.17; CIS Controls 8.1 5.2
-- parameter days: 365  age of the password in days
SELECT entity, instance, id, days_between(password_changed_at, data_date) >= $days AS violated,
  'The password of ' || label || ' is ' || counted_days(days_between(password_changed_at, data_date)) || ' old.' AS sentence,
  risk_evidence([risk_fact('daysOld', days_between(password_changed_at, data_date)),
    risk_fact('lastPasswordChangedDate', password_changed_at), risk_fact('isAdmin', is_admin)]) AS evidence
FROM risks.accounts WHERE enabled AND type = 'User'
