// A source of the simulated tenant.
import { clientId, clientSecret, type EntraSimulator, tenantId } from '../../support/simulators/entra/entra.ts';

export const entraSource = (server: EntraSimulator, more: object = {}) => ({
  ...{ tenant_id: tenantId, client_id: clientId, client_secret: clientSecret },
  ...{ graph_url: server.url, login_url: server.url, azure_url: server.azure.url },
  ...more,
});
