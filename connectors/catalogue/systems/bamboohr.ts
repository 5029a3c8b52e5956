// BambooHR companies (documentation.bamboohr.com/docs/getting-started).
import { basic } from '../../../src/connector/http/credentials.ts';
import { catalogueConnector } from '../entry.ts';
import { plainText, secretText, systemUrl } from './addresses.ts';

export const bamboohr = catalogueConnector({
  type: 'bamboohr',
  title: 'BambooHR',
  description: 'Employees, departments and users of BambooHR.',
  settings: {
    company: plainText('Name of the company in its address: `acme` of acme.bamboohr.com').regex(
      /^[\w-]+$/,
      'must be the first part of the address, such as acme',
    ),
    api_key: secretText('API key'),
    url: systemUrl('Address of the API').default('https://api.bamboohr.com/api/gateway.php'),
  },
  declares: [
    {
      types: ['IntegratedApplication', 'Employee', 'Department', 'Account'],
      incremental: false,
      rights: 'an API key of a user whose access level sees the fields of all employees; an administrator for users',
    },
  ],
  access: ({ company, api_key, url }) => ({
    url: `${url.replace(/\/+$/, '')}/${encodeURIComponent(company)}/v1`,
    // The key is the user name, and any text the password.
    credentials: basic(api_key, 'x'),
    secrets: [api_key],
  }),
});
