-- scope: island
-- Times as far as they can be believed. A source whose clock is wrong, or that writes a time for "never", gives times in the future.
-- Nothing has happened then, so such a time counts as unknown. One day is allowed for clocks that differ. The fields are served as the
-- source gives them; 041_contradictions.sql counts them for the ledger.

CREATE MACRO analytics.is_future(moment, read_at) AS coalesce(moment > read_at + INTERVAL 1 DAY, false);
CREATE MACRO analytics.known_time(moment, read_at) AS CASE WHEN NOT analytics.is_future(moment, read_at) THEN moment END;
