// The connectors that a source can name.
import type { Connector } from '../src/connector/contract.ts';
import { aws } from './aws/index.ts';
import { catalogue } from './catalogue/index.ts';
import { customApplication } from './custom-application/index.ts';
import { entra } from './entra/index.ts';
import { gcp } from './gcp/index.ts';
import { github } from './github/index.ts';
import { googleWorkspace } from './google-workspace/index.ts';
import { host } from './host/index.ts';
import { keystone } from './keystone/index.ts';
import { kubernetes } from './kubernetes/index.ts';
import { ldap } from './ldap/index.ts';
import { leakedSecrets } from './leaked-secrets/index.ts';
import { mysql } from './mysql/index.ts';
import { okta } from './okta/index.ts';
import { opengraph } from './opengraph/index.ts';
import { postgres } from './postgres/index.ts';
import { scim } from './scim/index.ts';
import { sharphound } from './sharphound/index.ts';
import { simulated } from './simulated/index.ts';
import { slack } from './slack/index.ts';
import { vezaOaa } from './veza-oaa/index.ts';

export const connectors: readonly Connector[] = Object.freeze([
  host,
  customApplication,
  ldap,
  postgres,
  mysql,
  scim,
  okta,
  entra,
  googleWorkspace,
  github,
  slack,
  aws,
  gcp,
  kubernetes,
  ...catalogue,
  sharphound,
  leakedSecrets,
  vezaOaa,
  opengraph,
  keystone,
  simulated,
]);
