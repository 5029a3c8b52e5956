// Systems that are read by descriptions which ship with the program. connectors/catalogue/README.md says how to add one.
import type { Connector } from '../../src/connector/contract.ts';
import { bamboohr } from './systems/bamboohr.ts';
import { gitlab } from './systems/gitlab.ts';
import { jumpcloud } from './systems/jumpcloud.ts';
import { onelogin } from './systems/onelogin.ts';
import { zoom } from './systems/zoom.ts';

export const catalogue: readonly Connector[] = Object.freeze([bamboohr, gitlab, jumpcloud, onelogin, zoom]);
