-- Whether one account is in one role, and whether it is in force when the account logs in. REVOKE leaves the default role as it is.
SELECT
  EXISTS (SELECT * FROM mysql.roles_mapping WHERE User = ? AND Host = ? AND Role = ? AND '' = ?) AS is_member,
  EXISTS (SELECT * FROM mysql.roles_mapping WHERE User = ? AND Host = ? AND Role = ? AND '' = ? AND Admin_option = 'Y') AS is_admin,
  EXISTS (SELECT * FROM mysql.global_priv
    WHERE User = ? AND Host = ? AND JSON_VALUE(Priv, '$.default_role') = ? AND '' = ?) AS is_default
