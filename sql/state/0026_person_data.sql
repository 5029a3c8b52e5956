-- A client that is limited to application instances can be granted what is computed from the data of all instances: persons, and the
-- fields of other objects that follow from them.

alter table clients add column person_data boolean not null default false;

-- Whether the client that requested a limited export had person data.
alter table downloads add column person_data boolean not null default false;
