// Systems that are read by descriptions which ship with the program. connectors/catalogue/README.md says how to add one.
import type { Connector } from '../../src/connector/contract.ts';
import { gitlab } from './systems/gitlab.ts';

export const catalogue: readonly Connector[] = Object.freeze([gitlab]);
