-- Estimates of how many different objects there are in a union of sets, by linear counting (Whang, Vander-Zanden and Taylor: A
-- linear-time probabilistic counting algorithm for database applications, 1990). Each object sets one of 1024 bits; the bits of the sets are
-- joined with OR; how many bits are still zero gives the number of objects. Four such maps are kept in one text of 4096 bits: of all
-- objects, of one in 8, in 64 and in 512. The first map that is not too full is used. The error is about five percent.

CREATE TABLE analytics.bit_maps AS
SELECT map, 8 ** map AS factor, bitstring_agg(bit, 0, 4095) AS mask
FROM (SELECT map, map * 1024 + unnest(range(1024)) AS bit FROM range(4) AS maps(map)) GROUP BY map;

-- The bits that an object sets. The hash decides about the bit and, with other digits, about the maps that the object is in.
CREATE MACRO analytics.bits_of(number) AS
  list_transform(
    CASE WHEN (hash(number) >> 20) % 512 = 0 THEN [0, 1, 2, 3] WHEN (hash(number) >> 20) % 64 = 0 THEN [0, 1, 2]
      WHEN (hash(number) >> 20) % 8 = 0 THEN [0, 1] ELSE [0] END,
    lambda map: (map * 1024 + hash(number) % 1024)::INTEGER);
