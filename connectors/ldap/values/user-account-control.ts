// The flags of userAccountControl.

/** Flags of userAccountControl (MS-ADTS, section 2.2.16). */
export const uac = {
  disabled: 0x2,
  lockout: 0x10,
  passwordNotRequired: 0x20,
  interdomainTrust: 0x800,
  passwordNeverExpires: 0x10000,
  smartcardRequired: 0x40000,
  trustedForDelegation: 0x80000,
  notDelegated: 0x100000,
  noPreauthentication: 0x400000,
  trustedToAuthenticateForDelegation: 0x1000000,
} as const;
