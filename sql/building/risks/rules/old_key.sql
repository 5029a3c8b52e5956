-- title: Old key
-- severity: Medium
-- type: Security
-- entity: Account
-- data: instance
-- needs: keys
-- why: The longer a key is in use, the more places hold a copy of it.
-- fix: Make a new key, replace the old one where it is used, and delete it. Give the new one an expiration date.
-- references: ISO/IEC 27001:2022 A.5.17; NIST SP 800-57 Part 1 Rev. 5; CIS Controls 8.1 4.1; OWASP NHI7:2025
-- parameter days: 365  age in days from which a key is old
SELECT entity, instance, id, days_between(created_at, data_date) >= $days AS violated,
  'The key ' || label || ' is ' || counted_days(days_between(created_at, data_date)) || ' old.' AS sentence,
  risk_evidence([risk_fact('daysOld', days_between(created_at, data_date)), risk_fact('createdDate', created_at),
    risk_fact('lastActivityDate', last_activity_at), risk_fact('expirationDate', expires_at)]) AS evidence
FROM risks.accounts WHERE enabled AND type = 'Token'
