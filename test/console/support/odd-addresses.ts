// Addresses with values that no page writes.

/** Address → the heading of its page. */
export const oddAddresses = {
  '/search?q=5': 'Search',
  '/search?q=null&type=[1]': 'Search',
  '/sql?q=5&parameters=null': 'SQL',
  '/sql?q={}&saved=null&parameters={"a":1}': 'SQL',
  '/inventory/accounts?filter=5&sort=7&source=null': 'Accounts',
  '/inventory/accounts?filter=[null]': 'Accounts',
  '/changes?since=null&until={}&kind=5': 'Changes',
  '/access?from=5&to=null&layers=x&each=-1': 'Access',
  '/identities?kind=5&owner=null': 'Machine identities',
  '/risks?severity=5&rule=null&status=[]': 'Risks',
  '/administration/audit?since=5&action=[1]&principal=null': 'Administration',
};
