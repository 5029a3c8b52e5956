/** The bucket, and how this process uses it. */
export interface BucketSettings {
  readonly bucket: string;
  /** Needed for servers other than Amazon's: https://minio.example.org:9000. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  /** Prepended to every key, for a bucket that is shared with other programs. */
  readonly prefix?: string | undefined;
  /** Set both or none. Without them the SDK's default chain finds credentials (environment, profile, role of the machine). */
  readonly access_key_id?: string | undefined;
  readonly secret_access_key?: string | undefined;
  /** Put the bucket's name into the path instead of the host name. Most servers other than Amazon's need this. */
  readonly path_style?: boolean;
  /** Holds local copies of borrowed files. One process owns the folder. */
  readonly cacheFolder: string;
  readonly cacheBytes: number;
  /** A connection without traffic for this long is closed, and the request retried. Default: 30 s. */
  readonly stallMs?: number;
  /** Attempts before a request fails. Default: 7, which takes about 20 s with the pauses between them. */
  readonly attempts?: number;
  /** Pause before the second attempt; it doubles before each further one. Default: 300 ms. */
  readonly pauseMs?: number;
}
