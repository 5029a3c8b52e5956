-- Makes the change to the rows of the neighbourhood.

UPDATE filled."Account" AS account SET "enabled" = change.enabled
FROM preview.changes AS change WHERE change.account = account."globalId" AND change.enabled IS NOT NULL;

DELETE FROM analytics.memberships WHERE (member, container) IN (
  SELECT (account.number, container.number)
  FROM preview.changes AS change
  JOIN preview.accounts AS account ON account.id = change.account
  JOIN analytics.nodes AS container ON container.id = change.leaves);

INSERT INTO analytics.memberships
SELECT account.number, container.number, true
FROM preview.changes AS change
JOIN preview.accounts AS account ON account.id = change.account
JOIN analytics.nodes AS container ON container.id = change.joins
ANTI JOIN analytics.memberships AS known ON known.member = account.number AND known.container = container.number;
