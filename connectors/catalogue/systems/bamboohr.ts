// BambooHR (documentation.bamboohr.com).
import { basic } from '../../../src/connector/http/credentials.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

export const bamboohr = catalogueConnector({
  type: 'bamboohr',
  title: 'BambooHR',
  description: 'Employees, departments, and who may sign in to BambooHR.',
  settings: {
    company: plainText('Subdomain of the company: `example` of example.bamboohr.com'),
    api_key: secretText('API key of a user who may see the fields of the report'),
    url: systemUrl('Address of the API').default('https://api.bamboohr.com/api/gateway.php'),
  },
  declares: [
    {
      types: ['IntegratedApplication', 'Employee', 'Department', 'Account'],
      incremental: false,
      rights:
        'the API key of a user with an access level that sees job, contact and employment fields of all employees, and users',
    },
  ],
  access: ({ company, api_key, url }) => ({
    url: `${url.replace(/\/+$/, '')}/${encodeURIComponent(company)}/v1`,
    // The key is the user name; any text is the password.
    credentials: { ...basic(api_key, 'x'), secrets: () => [api_key, Buffer.from(`${api_key}:x`).toString('base64')] },
  }),
});
