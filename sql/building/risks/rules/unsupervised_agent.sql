-- title: AI agent without supervision
-- severity: High
-- type: Identity
-- entity: Account
-- data: tenant
-- needs: machines
-- why: An agent decides by itself what it does next. Somebody has to answer for it, and it should be able to do only what its task needs, while it needs it.
-- fix: Enter a sponsor who works for the organisation. Take administration away from the agent, or give it an end. Disable an agent that nobody answers for.
-- references: ISO/IEC 27001:2022 A.5.16; ISO/IEC 27001:2022 A.8.2; NIST SP 800-53 Rev. 5 AC-2; OWASP NHI1:2025; OWASP NHI5:2025
-- An agent is a machine account of the subtype Agent. Up to three violations for each: no sponsor (owner) is known, although all accounts were read;
-- it administers its application, and its account does not expire; or a sponsor has left the organisation.
SELECT entity, instance, id, 'sponsor' AS subject,
  CASE WHEN len(owners) > 0 THEN false
    WHEN instance IN (SELECT instance FROM risks.reads WHERE type = 'Account' AND is_complete) THEN true END AS violated,
  'No sponsor of the agent ' || label || ' is known.' AS sentence,
  risk_evidence([risk_fact('createdDate', created_at), risk_fact('lastActivityDate', last_activity_at)]) AS evidence
FROM risks.accounts WHERE enabled AND sub_type = 'Agent'
UNION ALL
SELECT entity, instance, id, 'administrator', is_admin AND expires_at IS NULL,
  'The agent ' || label || ' administers the application, without an end.',
  risk_evidence([risk_fact('createdDate', created_at), risk_fact('lastActivityDate', last_activity_at)])
FROM risks.accounts WHERE enabled AND sub_type = 'Agent'
UNION ALL
SELECT agent.entity, agent.instance, agent.id, 'leaver', bool_or(owner.employment_status = 'Terminated'),
  'The agent ' || agent.label || ' is enabled, and a sponsor has left the organisation.',
  risk_evidence([risk_fact('sponsorsInTheSameInstance', list_sort(list(DISTINCT owner.owner_label)
      FILTER (owner.employment_status = 'Terminated' AND owner.owner_instance = agent.instance))),
    risk_fact('lastActivityDate', agent.last_activity_at)])
FROM risks.accounts AS agent JOIN risks.owners AS owner USING (entity)
WHERE agent.enabled AND agent.sub_type = 'Agent'
GROUP BY agent.entity, agent.instance, agent.id, agent.label, agent.last_activity_at
