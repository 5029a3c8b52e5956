// Which subscriptions an occasion concerns.
import type { NoticeEvent, Subscription } from '../../src/config/delivery-settings.ts';
import type { Occasion } from '../../src/state/notices/notices.ts';

/** An occasion of a kind that can be subscribed to. */
export interface NoticeOccasion extends Occasion {
  readonly event: NoticeEvent;
}

/** The names of the subscriptions to an occasion. A subscription that names sources excludes occasions that concern no source. */
export function subscribersOf(
  subscriptions: readonly Subscription[],
  { event, source }: Pick<Occasion, 'event' | 'source'>,
): string[] {
  return subscriptions
    .filter(({ events }) => events.some(each => each === event))
    .filter(({ sources }) => !sources || (source !== undefined && sources.includes(source)))
    .map(({ name }) => name);
}
