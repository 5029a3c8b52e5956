// Background jobs by name. A job carries an id and nothing else: state is the truth, and adding a job twice is harmless.

export const jobNames = ['extract', 'build', 'export', 'sweep'] as const;
export type JobName = (typeof jobNames)[number];

/** Carries one job out. Throwing is for faults of the service; what goes wrong with a source is an outcome in state. */
export type JobHandler = (id: string, signal: AbortSignal) => Promise<void>;

export interface Queue {
  /** Have a job carried out. While one with this name and id waits, adding it again changes nothing. */
  add(name: JobName, id: string): void;
  /** Stop taking jobs, tell the running ones to stop, and wait for them. */
  close(): Promise<void>;
}
