-- title: Expired account that is enabled
-- severity: Medium
-- type: Identity
-- entity: Account
-- data: instance
-- needs: expiry
-- why: The account should have stopped working, and the source still lets it be used.
-- fix: Disable the account, or set a new expiration date if its holder still needs it.
-- references: ISO/IEC 27001:2022 A.5.18; NIST SP 800-53 Rev. 5 AC-2(3)
SELECT entity, instance, id, expires_at < data_date AS violated,
  'The account ' || label || ' expired ' || counted_days(days_between(expires_at, data_date)) || ' ago and is enabled.' AS sentence,
  risk_evidence([risk_fact('expirationDate', expires_at), risk_fact('lastActivityDate', last_activity_at),
    risk_fact('usedAfterExpiry', is_used_after(last_activity_at, expires_at))]) AS evidence
FROM risks.accounts WHERE enabled AND expires_at IS NOT NULL
