-- Adds the holders of the next profiles. Some at a time, because finding the distinct ones of all profiles at once would take
-- several gigabytes. Every profile has a holder, so a batch adds nothing only after the last profile.
INSERT INTO analytics.profile_holders
SELECT DISTINCT entry.profile, coalesce(pair.outside, entry.holder)
FROM analytics.profile_entries AS entry
LEFT JOIN analytics.container_pairs AS pair ON pair.inside = entry.holder
WHERE entry.profile > (SELECT coalesce(max(profile), 0) FROM analytics.profile_holders)
  AND entry.profile <= (SELECT coalesce(max(profile), 0) + 250000 FROM analytics.profile_holders)
