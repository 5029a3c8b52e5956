// Systems that are read by descriptions which ship with the program. connectors/catalogue/README.md says how to add one.
import type { Connector } from '../../src/connector/contract.ts';
import { auth0 } from './systems/auth0.ts';
import { bamboohr } from './systems/bamboohr.ts';
import { datadog } from './systems/datadog.ts';
import { gitlab } from './systems/gitlab.ts';
import { jira } from './systems/jira.ts';
import { jumpcloud } from './systems/jumpcloud.ts';
import { onelogin } from './systems/onelogin.ts';
import { salesforce } from './systems/salesforce.ts';
import { servicenow } from './systems/servicenow.ts';
import { zoom } from './systems/zoom.ts';

/** In the order of how many people have the system. */
export const catalogue: readonly Connector[] = Object.freeze([
  gitlab,
  jira,
  salesforce,
  servicenow,
  datadog,
  auth0,
  zoom,
  onelogin,
  jumpcloud,
  bamboohr,
]);
