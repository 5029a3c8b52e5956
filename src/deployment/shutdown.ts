// The shutdown of a process: first everything stops taking work, concurrently; then resources are released, the last opened
// first.

/** How long running work may continue during shutdown, in milliseconds. */
export interface Grace {
  /** Time after which running requests are aborted. */
  readonly requestsMs: number;
  /** Time after which running jobs are aborted and returned to the queue. */
  readonly jobsMs: number;
}

/** Shorter than `mostShutdownMs`, so that aborted work can clean up. */
export const defaultGrace: Grace = { requestsMs: 20_000, jobsMs: 20_000 };

/** Supervisors kill a process after 30 s (Kubernetes' default). It ends before that by itself. */
export const mostShutdownMs = 28_000;

/** A deployment of one process stops at once: the next start resumes its jobs. */
export const graceAlone: Grace = { ...defaultGrace, jobsMs: 0 };

export interface Shutdown {
  /** Register a function that stops taking work and finishes the running work. */
  stops(stop: (grace: Grace) => unknown): void;
  /** Register a function that releases a resource after all work has stopped. */
  releases(release: () => unknown): void;
  /** Shut down. Further calls wait for the same shutdown. @throws the first error, after all functions have run */
  end(grace: Grace): Promise<void>;
}

export function createShutdown(): Shutdown {
  const stops: ((grace: Grace) => unknown)[] = [];
  const releases: (() => unknown)[] = [];
  let ended: Promise<void> | undefined;

  async function end(grace: Grace): Promise<void> {
    const faults: unknown[] = [];
    const attempt = async (step: () => unknown) => {
      try {
        await step();
      } catch (error) {
        faults.push(error);
      }
    };
    await Promise.all(stops.map(stop => attempt(() => stop(grace))));
    for (const release of releases.toReversed()) await attempt(release);
    if (faults.length > 0) throw faults[0];
  }

  return {
    stops: stop => stops.push(stop),
    releases: release => releases.push(release),
    end: grace => (ended ??= end(grace)),
  };
}
