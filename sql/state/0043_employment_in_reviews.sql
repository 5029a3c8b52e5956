-- Reviewers see whether the holder of an account has left the organisation.

alter table review_lines
  -- The employment status of the holder when the review began. Null: not known, or the line was written before it was recorded.
  add column employment_status text;
