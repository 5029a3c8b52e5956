// Limits on everything that is read. A machine image may be hostile, like any upload. Exceeding a limit results in a gap in the
// ledger and never in a hang.

/** passwd, shadow, group: about two million accounts. */
export const maxAccountFileBytes = 256 * 1024 * 1024;
/** One sudoers file. */
export const maxSudoersFileBytes = 4 * 1024 * 1024;
/** sudo's own limit on nested includes (MAX_SUDOERS_DEPTH). */
export const maxSudoersDepth = 128;
/** Files that one policy may include, so that files which include each other twice do not multiply endlessly. */
export const maxSudoersFiles = 2_000;
/** Files looked up to compare the commands of sudo rules. */
export const maxCommandLookups = 20_000;
/** Names of commands compared with patterns of other sudo rules. */
export const maxCommandComparisons = 5_000_000;
/** One authorized_keys file. */
export const maxKeyFileBytes = 4 * 1024 * 1024;
/** sshd_config, login.defs, os-release, hostname and the like. */
export const maxSettingsFileBytes = 1024 * 1024;
/** Files in one folder of settings that are added to each other. */
export const maxSettingsFiles = 500;
/** sshd's own limit on nested includes (SERVCONF_MAX_DEPTH). */
export const maxSshdIncludeDepth = 16;
export const maxSshdFiles = 500;
/** One systemd unit file or drop-in. */
export const maxUnitFileBytes = 1024 * 1024;
/** Entries of one folder. */
export const maxFolderEntries = 50_000;
/** wtmp and btmp are read from their end, where the newest records are. */
export const maxLoginRecordBytes = 64 * 1024 * 1024;
/** lastlog2's SQLite file. */
export const maxLoginDatabaseBytes = 256 * 1024 * 1024;
/** Symbolic links followed while resolving one path (Linux: MAXSYMLINKS). */
export const maxSymbolicLinks = 40;
/** Records in one page. */
export const pageRecords = 1_000;
