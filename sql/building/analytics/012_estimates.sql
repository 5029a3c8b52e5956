-- Estimates of how many different objects there are in a union of sets, by linear counting (Whang, Vander-Zanden and Taylor: A
-- linear-time probabilistic counting algorithm for database applications, 1990) with several resolutions (Estan, Varghese and Fisk:
-- Bitmap algorithms for counting active flows on high speed links, 2003). A set is a map of 2048 bits, and each object sets one of them.
-- The maps of the sets are joined with OR; how many bits are still zero gives the number of objects. A map has four parts of 512 bits:
-- seven of eight objects set a bit of the first part, seven of 64 one of the second, seven of 512 one of the third, all others one of
-- the last. The first part that is not too full, and those after it, are used. The error is about six percent; few estimates are off by
-- more than fifteen. Larger maps would be more exact, and would take gigabytes for a million accounts.

CREATE MACRO analytics.part_of(number) AS
  CASE WHEN (hash(number) >> 20) % 512 = 0 THEN 3 WHEN (hash(number) >> 20) % 64 = 0 THEN 2
    WHEN (hash(number) >> 20) % 8 = 0 THEN 1 ELSE 0 END;
CREATE MACRO analytics.bit_of(number) AS (analytics.part_of(number) * 512 + hash(number) % 512)::INTEGER;

-- How many bits of a part are set.
CREATE MACRO analytics.bits_set(map, part) AS
  bit_count(map & (repeat('0', 512 * part) || repeat('1', 512) || repeat('0', 512 * (3 - part)))::BIT);
CREATE MACRO analytics.linear_count(bits) AS -512 * ln(greatest(512 - bits, 1) / 512);
CREATE MACRO analytics.is_usable(bits) AS bits <= 470;
CREATE MACRO analytics.estimated(bits0, bits1, bits2, bits3) AS round(
  CASE
    WHEN analytics.is_usable(bits0)
      THEN analytics.linear_count(bits0) + analytics.linear_count(bits1) + analytics.linear_count(bits2) + analytics.linear_count(bits3)
    WHEN analytics.is_usable(bits1)
      THEN 8 * (analytics.linear_count(bits1) + analytics.linear_count(bits2) + analytics.linear_count(bits3))
    WHEN analytics.is_usable(bits2) THEN 64 * (analytics.linear_count(bits2) + analytics.linear_count(bits3))
    ELSE 512 * analytics.linear_count(bits3)
  END)::BIGINT;
CREATE MACRO analytics.estimate(map) AS analytics.estimated(
  analytics.bits_set(map, 0), analytics.bits_set(map, 1), analytics.bits_set(map, 2), analytics.bits_set(map, 3));
