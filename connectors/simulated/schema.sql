-- The tables of a simulated application. Everything that it has is in them.

CREATE TABLE application (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  category TEXT
) STRICT;

CREATE TABLE account (
  id TEXT PRIMARY KEY,
  alias TEXT NOT NULL UNIQUE,
  name TEXT,
  email TEXT,
  title TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('person', 'service')),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  -- Locked out after wrong passwords.
  locked INTEGER NOT NULL CHECK (locked IN (0, 1)),
  -- Times are ISO 8601 in UTC.
  expires TEXT,
  created TEXT,
  last_sign_in TEXT,
  created_by TEXT
) STRICT;

CREATE TABLE role (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT,
  administers INTEGER NOT NULL CHECK (administers IN (0, 1)),
  -- What the role permits in the application: a JSON array of texts.
  permissions TEXT NOT NULL
) STRICT;

CREATE TABLE user_group (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  description TEXT
) STRICT;

-- Accounts in groups, accounts with roles, groups in groups, groups with roles.
CREATE TABLE membership (
  member_type TEXT NOT NULL CHECK (member_type IN ('Account', 'UserGroup')),
  member_id TEXT NOT NULL,
  object_type TEXT NOT NULL CHECK (object_type IN ('UserGroup', 'Role')),
  object_id TEXT NOT NULL,
  PRIMARY KEY (member_type, member_id, object_type, object_id)
) STRICT, WITHOUT ROWID;

-- "RoSi": the file is a simulated application.
PRAGMA application_id = 0x526f5369;
