-- Global ids: UUIDv5 (RFC 9562, section 5.5) over tenant, application instance, object type and local id. The same object
-- has the same global id after every sync and rebuild and on every machine.
-- The variable `tenant` is set before this file runs. Only the last part can hold a slash, so no two names collide.

-- Digit 17 keeps its two low bits and gets the variant bits `10` in front. For decimal digits the two low bits of the ASCII code
-- are those of the value; for the letters a to f, one has to be added. Only letters have bit 6 set, so `>> 6` gives that one.
-- (`translate` took half of the whole time.)
CREATE TEMP MACRO uuid_of_sha1(hex) AS (
  substr(hex, 1, 12) || '5' || substr(hex, 14, 3)
  || substr('89ab', ((ascii(substr(hex, 17, 1)) + (ascii(substr(hex, 17, 1)) >> 6)) & 3) + 1, 1) || substr(hex, 18, 15)
)::UUID;

CREATE TEMP MACRO global_id(instance, object_type, local_id) AS uuid_of_sha1(sha1(
  unhex('6f1d2c5e8a4b5d0c9e3f7a1b2c3d4e5f')
  || encode(getvariable('tenant') || '/' || instance::VARCHAR || '/' || object_type || '/' || local_id)
));
