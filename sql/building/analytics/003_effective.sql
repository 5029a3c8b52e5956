-- The rule of denial (013_grants.sql) as a macro.

-- The permissions that are left; 0 when the account does not reach the object.
CREATE MACRO analytics.effective(granted, denied) AS
  CASE WHEN (granted & ~coalesce(denied, 0::USMALLINT) & 447::USMALLINT) = 0 THEN 0::USMALLINT
    ELSE granted & ~coalesce(denied, 0::USMALLINT) END;
