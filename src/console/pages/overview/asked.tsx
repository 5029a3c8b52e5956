// The reviews that ask the person of this session.
import { ClipboardCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { AssignedReview, useAssignedReviews } from '../../actions/assigned-reviews.tsx';
import { Awaited } from '../../components/feedback/loading.tsx';
import styles from './overview.module.css';

export function Asked(): ReactNode {
  const { reviews: assigned, isAwaited } = useAssignedReviews();
  const reviews = assigned.filter(({ undecided }) => undecided > 0);
  if (isAwaited) return <Awaited />;
  if (reviews.length === 0) return null;
  return (
    <section className={styles.alerts} aria-label="Reviews that ask you">
      <ClipboardCheck size={18} aria-hidden="true" />
      <ul>
        {reviews.map(review => (
          <li key={review.id}>
            <AssignedReview review={review} />
          </li>
        ))}
      </ul>
    </section>
  );
}
