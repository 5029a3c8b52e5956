-- What the next file fills when there are denials, which are rare.

CREATE TABLE impersonation.contradictions AS
SELECT * EXCLUDE (is_denial), holder AS denied_holder, holder_type AS denied_holder_type, true AS is_covered
FROM impersonation.granted WHERE false;

CREATE TABLE impersonation.held_by (holder UUID, account UUID);
CREATE TABLE impersonation.may_hold (holder UUID, account UUID);
CREATE TABLE impersonation.denied (assignment UUID, specifier VARCHAR, target UUID, account UUID, is_covered BOOLEAN);
CREATE TABLE impersonation.unsure (account UUID);
