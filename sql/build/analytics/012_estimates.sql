-- scope: island
-- Estimates of how many different objects there are in a union of sets, by linear counting (Whang, Vander-Zanden and Taylor: A
-- linear-time probabilistic counting algorithm for database applications, 1990). Each object sets one of 1024 bits; the bits of the
-- sets are joined with OR; how many bits are still zero gives the number of objects. Four such maps are kept: of all objects, of one
-- in 8, in 64 and in 512. The first map that is not too full is used. The error is about five percent.

-- Which bit an object sets, and the last of the four maps that it is in.
CREATE MACRO analytics.bit_of(number) AS (hash(number) % 1024)::INTEGER;
CREATE MACRO analytics.map_of(number) AS
  CASE WHEN (hash(number) >> 20) % 512 = 0 THEN 3 WHEN (hash(number) >> 20) % 64 = 0 THEN 2
    WHEN (hash(number) >> 20) % 8 = 0 THEN 1 ELSE 0 END;

CREATE MACRO analytics.linear_count(bits) AS -1024 * ln((1024 - coalesce(bit_count(bits), 0)) / 1024);
CREATE MACRO analytics.is_usable(bits) AS coalesce(bit_count(bits), 0) <= 940;
CREATE MACRO analytics.estimate(map0, map1, map2, map3) AS round(
  CASE
    WHEN analytics.is_usable(map0) THEN analytics.linear_count(map0)
    WHEN analytics.is_usable(map1) THEN 8 * analytics.linear_count(map1)
    WHEN analytics.is_usable(map2) THEN 64 * analytics.linear_count(map2)
    ELSE -512 * 1024 * ln(greatest(1024 - coalesce(bit_count(map3), 0), 1) / 1024)
  END)::BIGINT;
