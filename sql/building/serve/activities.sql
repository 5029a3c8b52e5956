-- Activities, the newest first.
FROM "Activity" ORDER BY "occurredAt" DESC, "globalId"
