// The failure codes of exports, for the client.

/** Code → meaning. A published code keeps its meaning. */
export const failureCodes = {
  EXPORT_TOO_LARGE: 'The export took more time or memory than one may; filter it, or export parts',
  DISK_FULL: 'The disk that holds the exports is full',
  VERSION_EXPIRED: 'The version that the export was to be made from is no longer kept; request a new export',
  EXPORT_INTERRUPTED: 'The process that wrote the export was ended from outside; request the export again',
  EXPORT_FAILED: 'A fault of the service; it is in its log',
} as const;
export type FailureCode = keyof typeof failureCodes;

export class ExportFailed extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode, options?: ErrorOptions) {
    super(failureCodes[code], options);
    this.code = code;
  }
}
