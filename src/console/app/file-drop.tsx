// A file that is dropped on any page becomes a source, when an administrator drops it.
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from '../api/store.ts';
import { offeredFile } from '../objects/offered-file.ts';
import { may, sessionState } from '../session/session.ts';
import styles from './shell.module.css';

const target = '/add-source';

export function FileDrop(): ReactNode {
  useStore(sessionState);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [isOver, setOver] = useState(false);
  const takesFiles = may('admin');
  useEffect(() => {
    if (pathname !== target) offeredFile.set(undefined);
  }, [pathname]);
  useEffect(() => {
    if (!takesFiles) return;
    const onOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Without this the browser would open the file and leave the console.
      event.preventDefault();
      setOver(true);
    };
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      offeredFile.set(file);
      void navigate({ to: target });
    };
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [takesFiles, navigate]);
  return isOver && <p className={styles.drop}>Drop the file to see which source it makes</p>;
}
