import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './controls.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: the main action of a form, dialog or page. `danger`: it takes something away. `quiet`: without a frame. */
  readonly look?: 'plain' | 'primary' | 'danger' | 'quiet';
}

export function Button({ look = 'plain', type = 'button', className, ...others }: ButtonProps): ReactNode {
  return <button type={type} className={`${styles.button} ${styles[look]} ${className ?? ''}`} {...others} />;
}

/** A button with an icon only. Its label is read aloud, and is its tooltip. */
export function IconButton({
  label,
  className,
  ...others
}: ComponentProps<'button'> & { readonly label: string }): ReactNode {
  return (
    <button
      type="button"
      className={`${styles.button} ${styles.icon} ${className ?? ''}`}
      aria-label={label}
      title={label}
      {...others}
    />
  );
}

/** A link that looks like the main action: it leads to where something is done, and can be opened in another window. */
export const ActionLink = createLink((props: ComponentProps<'a'>) => (
  <a {...props} className={`${styles.button} ${styles.primary}`} />
));
