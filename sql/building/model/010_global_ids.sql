-- Global ids: UUIDv5 (RFC 9562, section 5.5) over tenant, application instance, object type and local id. The same object
-- has the same global id after every sync and rebuild and on every machine.
-- The variable `tenant` is set before this file runs. Only the last part can hold a slash, so no two names collide.

-- Bits 48 to 51 are the version, 5; bits 64 and 65 are the variant, binary 10. `hex` stands here once, because a macro's argument is
-- planned as often as it is named, and a type has up to a dozen global ids.
CREATE TEMP MACRO uuid_of_sha1(hex) AS set_bit(set_bit(set_bit(set_bit(set_bit(set_bit(
  unhex(left(hex, 32))::BIT, 48, 0), 49, 1), 50, 0), 51, 1), 64, 1), 65, 0)::BLOB::UUID;

CREATE TEMP MACRO global_id(instance, object_type, local_id) AS uuid_of_sha1(sha1(
  unhex('6f1d2c5e8a4b5d0c9e3f7a1b2c3d4e5f')
  || encode(getvariable('tenant') || '/' || instance::VARCHAR || '/' || object_type || '/' || local_id)
));
