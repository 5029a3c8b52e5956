/** Which bucket, and how this process uses it. */
export interface BucketSettings {
  readonly bucket: string;
  /** Of a server that is not Amazon's: https://minio.example.org:9000. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  /** Put before every key, for a bucket that others use too. */
  readonly prefix?: string | undefined;
  /** Both or none; without them the chain of the SDK finds credentials (environment, profile, role of the machine). */
  readonly access_key_id?: string | undefined;
  readonly secret_access_key?: string | undefined;
  /** The bucket's name in the path instead of the host name, as most servers other than Amazon's want it. */
  readonly path_style?: boolean;
  /** Copies of what is borrowed. One process owns the folder. */
  readonly cacheFolder: string;
  readonly cacheBytes: number;
  /** A connection on which nothing moves for so long is given up, and the request repeated. 30 s. */
  readonly stallMs?: number;
  /** How often a request is tried before it fails. 7: with the pauses between them some 20 s. */
  readonly attempts?: number;
  /** Before the second attempt; twice as long before each further one. 300 ms. */
  readonly pauseMs?: number;
}
