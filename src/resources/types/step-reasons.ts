// Why a step of a blast radius leads from one object to the next: the terms of SQL, API, command line and console.

interface StepReason {
  /** Stands between the names of the two objects. */
  readonly words: string;
  /** What the sources show, where `it` is the object before the step. */
  readonly meaning: string;
}

export const stepReasons = {
  Key: {
    words: 'is a key of',
    meaning: 'it is a token or key of the account: both have the same hash identifier',
  },
  Membership: {
    words: 'is in',
    meaning: 'it is a member of the group or role, and holds what this holds',
  },
  Impersonation: {
    words: 'can act as',
    meaning: 'an entitlement names impersonation, assuming of a role or delegation over it',
  },
  Joining: {
    words: 'can join',
    meaning: 'an entitlement lets it add members to the group, and a member holds what the group holds',
  },
  Administration: {
    words: 'administers',
    meaning: 'it can administer the credentials of the application instance',
  },
  SingleSignOn: {
    words: 'signs in to',
    meaning: 'people sign in to the account from it by SSO',
  },
  Content: {
    words: 'contains',
    meaning:
      'the group, directory or application instance before it contains it, and everything in that can be acted as',
  },
} as const satisfies Readonly<Record<string, StepReason>>;

export type StepReasonName = keyof typeof stepReasons;
