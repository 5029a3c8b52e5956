// The connector `writable` as a connector of one's own, which `connectors` in rolecall.yaml can name: the program itself then changes
// the applications that a test serves.
import process from 'node:process';
import { requestsTo } from '../actions/remote-application.ts';
import { writableConnector } from '../actions/writable-connector.ts';

/** Name of the environment variable with the address of the applications. */
export const applicationsVariable = 'ROLECALL_TEST_APPLICATIONS';

export default writableConnector(requestsTo(process.env[applicationsVariable] ?? 'http://127.0.0.1:1'), 4);
