// How a deployment's process ends: first everything stops taking work, at once and side by side; then what that work used is
// let go of, last opened first.

/** How long what is under way may go on, in milliseconds. */
export interface Grace {
  /** Until requests that are still being answered are cut off. */
  readonly requestsMs: number;
  /** Until running jobs are told to break off, and are handed back. */
  readonly jobsMs: number;
}

/** Supervisors kill after 30 s (Kubernetes' default). What is cut off needs some of that to tidy up. */
export const defaultGrace: Grace = { requestsMs: 20_000, jobsMs: 20_000 };

/** Whoever stops the one process wants it stopped: the next start goes on where its jobs were. */
export const graceAlone: Grace = { ...defaultGrace, jobsMs: 0 };

export interface Shutdown {
  /** Have something stop taking work, and finish what it has. */
  stops(stop: (grace: Grace) => unknown): void;
  /** Have something let go of, once nothing works any more. */
  releases(release: () => unknown): void;
  /** End; whoever asks again waits for the same end. @throws the first fault, after everything was tried */
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
