-- By which e-mail address a signed-in person is known, to find the reviews that ask this person.

alter table browser_sessions
  -- Lower case. Verified by the provider, or given by the operator who made the link. Null: none is known.
  add column email text;

alter table sign_in_links
  add column email text;
