// The part of the package that the tests use; it brings no types.
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

  export default class S3rver {
    constructor(options: {
      readonly directory: string;
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly allowMismatchedSignatures: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly httpServer: Server;
    run(): Promise<{ readonly port: number }>;
  }
}
