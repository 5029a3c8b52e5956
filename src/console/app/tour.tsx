import { type ReactNode, useState } from 'react';
import { Button } from '../components/controls/button.tsx';
import { Dialog } from '../components/controls/dialog.tsx';
import { kept } from './kept.ts';
import styles from './tour.module.css';

const seen = kept('tour-seen', false, value => typeof value === 'boolean');

const steps = [
  {
    title: 'What there is',
    text: 'The overview counts what your sources have, how fresh it is and what is risky. Each number opens the list behind it.',
  },
  {
    title: 'Anything, from anywhere',
    text: 'Press / or Ctrl K and type a name, an e-mail address or an id. The arrow keys choose, Enter opens.',
  },
  {
    title: 'Everything about one object',
    text: 'An object shows who has access to it or what it reaches, its history, its risks, and what its source said.',
  },
] as const;

/** A tour of three steps, shown when the console is opened for the first time in this browser. */
export function Tour(): ReactNode {
  const [step, setStep] = useState(seen.get() ? steps.length : 0);
  const shown = steps[step];
  const goTo = (next: number) => {
    if (next >= steps.length) seen.set(true);
    setStep(next);
  };
  if (!shown) return null;
  return (
    <Dialog title={shown.title} isOpen onClose={() => goTo(steps.length)}>
      <p className={styles.text}>{shown.text}</p>
      <div className={styles.steps}>
        <span>
          Step {step + 1} of {steps.length}
        </span>
        {step > 0 && <Button onClick={() => goTo(step - 1)}>Back</Button>}
        <Button look="primary" onClick={() => goTo(step + 1)}>
          {step + 1 < steps.length ? 'Next' : 'Begin'}
        </Button>
      </div>
    </Dialog>
  );
}
