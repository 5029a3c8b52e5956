-- Times as far as they can be believed. A source whose clock is wrong, or that writes a time for "never", gives times in the future.
-- Nothing has happened then, so such a time counts as unknown. One day after the data date is allowed for clocks that differ. The fields are served as the
-- source gives them; 041_contradictions.sql counts them for the ledger.

CREATE MACRO analytics.is_future(moment, data_date) AS coalesce(moment >= data_date + INTERVAL 2 DAY, false);
CREATE MACRO analytics.known_time(moment, data_date) AS CASE WHEN NOT analytics.is_future(moment, data_date) THEN moment END;
