// The resources that these tests use.
import { resourceOf } from '../../src/resources/registry.ts';

export const account = resourceOf('Account')!;
export const activity = resourceOf('Activity')!;
export const role = resourceOf('Role')!;
export const userGroup = resourceOf('UserGroup')!;
