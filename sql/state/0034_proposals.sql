-- Jobs that a client only proposes, such as an assistant.

alter table action_jobs
  -- The job waits for the approval of a person who is signed in with a browser, also where no guard asks for an approval.
  add column is_proposal boolean not null default false;
