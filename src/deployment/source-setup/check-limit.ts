// How long the check of a source may take. In a file of its own, because a command line loads this and not the check.

/** Unless the caller says otherwise. */
export const usualCheckSeconds = 120;
