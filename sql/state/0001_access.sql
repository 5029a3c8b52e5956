-- Who may use the API: clients, the keys that sign their tokens, and the record of what was done.

CREATE TABLE clients (
  client_id                text PRIMARY KEY,
  tenant                   text NOT NULL,
  name                     text NOT NULL,
  -- scrypt with its parameters and salt; never the secret (src/state/client-secret.ts)
  secret_hash              text NOT NULL,
  scopes                   text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'write'] AND cardinality(scopes) > 0),
  -- null: all application instances of the tenant
  application_instance_ids uuid[],
  created_at               timestamptz NOT NULL DEFAULT now(),
  created_by               text NOT NULL,
  revoked_at               timestamptz,
  last_used_at             timestamptz
);
CREATE INDEX clients_tenant ON clients (tenant, created_at);

-- Keys are kept until every token that they signed is expired; then rotation deletes them.
CREATE TABLE signing_keys (
  kid          text PRIMARY KEY,
  alg          text NOT NULL,
  private_jwk  jsonb NOT NULL,
  created_at   timestamptz NOT NULL,
  -- published before it signs, so that verifiers know it by then
  activates_at timestamptz NOT NULL,
  -- when its last token is expired; null while it signs or will sign
  retires_at   timestamptz
);

CREATE TABLE audit_log (
  audit_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at        timestamptz NOT NULL DEFAULT now(),
  -- null: concerns the deployment, or nobody known
  tenant    text,
  principal text NOT NULL,
  action    text NOT NULL,
  target    text,
  outcome   text NOT NULL,
  details   jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_tenant ON audit_log (tenant, at);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only';
END
$$;

CREATE TRIGGER audit_log_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
