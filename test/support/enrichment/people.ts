// Records of people and their accounts for tests of enrichment.

const instance = (number: number) => `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`;
export const hr = instance(1);
export const directory = instance(2);
export const provider = instance(3);
export const wiki = instance(4);
export const forge = instance(5);

export type Fields = Readonly<Record<string, unknown>>;

export const employee = (id: string, fields: Fields = {}) => ({ id, name: id, employmentStatus: 'Active', ...fields });

/** A user account of an application, with a generated address unless the fields have one. */
export const account = (id: string, fields: Fields = {}) => ({
  id,
  alias: id,
  email: `${id}@generated.invalid`,
  type: 'User',
  subType: 'Employee',
  enabled: true,
  ssoRequirements: 'Unknown',
  authenticationFunctions: ['ApplicationAccount'],
  ...fields,
});

export const identity = (id: string, fields: Fields = {}) =>
  account(id, { authenticationFunctions: ['Identity'], ...fields });
export const entry = (id: string, fields: Fields = {}) =>
  account(id, { authenticationFunctions: ['Directory'], ...fields });

export const deployment = (name: string, keys: readonly string[], fields: Fields = {}) => ({
  id: 'deployment',
  name,
  authenticationRequirements: { authenticationKeys: keys },
  ...fields,
});
export const assigned = (id: string, name: string, keys: readonly string[], fields: Fields = {}) => ({
  id,
  name,
  authenticationRequirements: { authenticationKeys: keys },
  ...fields,
});
