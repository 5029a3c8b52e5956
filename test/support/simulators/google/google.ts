// A simulated Google Workspace customer: its sign-in, its limits, and its endpoints over a state.
import { type Simulator, startSimulator } from '../simulator.ts';
import { googleError } from './answers.ts';
import { googleRoutes } from './routes.ts';
import { emptyCustomer, type GoogleState } from './state.ts';

export const googleToken = 'ya29.token-of-the-tests';

export interface GoogleSimulator extends Simulator {
  readonly state: GoogleState;
  /** The claims of the assertions that asked for a token, in order. */
  readonly assertions: Record<string, unknown>[];
  /** Tokens that are accepted. */
  readonly tokens: Set<string>;
}

export async function startGoogle(): Promise<GoogleSimulator> {
  const state = emptyCustomer();
  const assertions: Record<string, unknown>[] = [];
  const tokens = new Set([googleToken]);
  const simulator = await startSimulator({
    routes: {
      ...googleRoutes(state),
      'POST /token'(call) {
        const { assertion, grant_type } = call.body as Record<string, string>;
        if (grant_type !== 'urn:ietf:params:oauth:grant-type:jwt-bearer' || !assertion)
          return { status: 400, body: { error: 'unsupported_grant_type' } };
        assertions.push(JSON.parse(Buffer.from(assertion.split('.')[1]!, 'base64url').toString()));
        return { body: { access_token: googleToken, expires_in: 3599, token_type: 'Bearer' } };
      },
    },
    before({ headers }, route) {
      if (route === 'POST /token') return undefined;
      return tokens.has(headers.authorization?.replace('Bearer ', '') ?? '')
        ? undefined
        : googleError(401, 'authError', 'Request had invalid authentication credentials.');
    },
    missing: () => googleError(404, 'notFound', 'Not Found'),
  });
  return Object.assign(simulator, { state, assertions, tokens });
}
