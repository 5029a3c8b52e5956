-- Removes the tables that only the counts over accounts and resources read. They would take memory until the tables are written.

DROP TABLE analytics.account_chunks;
DROP TABLE analytics.place_set_objects;
DROP TABLE analytics.resource_grants;
DROP TABLE analytics.profiles;
DROP TABLE analytics.profile_sizes;
