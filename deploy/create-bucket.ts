// Creates the bucket unless it exists, with a rule that removes parts of incomplete uploads. The configuration names the bucket.
// Run before the first process starts: node deploy/create-bucket.ts [rolecall.yaml]
import path from 'node:path';
import { CreateBucketCommand, PutBucketLifecycleConfigurationCommand, S3Client } from '@aws-sdk/client-s3';
import { loadConfig } from '../src/config/config-file.ts';

/** A part that is older belongs to no upload that still runs: the longest take hours. */
const unfinishedDays = 2;

const { storage } = loadConfig(process.argv[2] ?? path.join(import.meta.dirname, 'config/rolecall.yaml'));
const { bucket: Bucket, endpoint, region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = storage;
if (Bucket === undefined) throw new Error('storage.bucket: is missing');
const client = new S3Client({
  region,
  forcePathStyle: storage.path_style,
  ...(endpoint !== undefined && { endpoint }),
  ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  maxAttempts: 10,
});

const known = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'];
await client.send(new CreateBucketCommand({ Bucket })).then(
  () => console.log(`made the bucket ${Bucket}`),
  error => {
    if (!known.includes(error.name)) throw error;
    console.log(`the bucket ${Bucket} is there`);
  },
);
await client
  .send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket,
      LifecycleConfiguration: {
        Rules: [
          {
            ID: 'unfinished-uploads',
            Status: 'Enabled',
            Filter: { Prefix: '' },
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: unfinishedDays },
          },
        ],
      },
    }),
  )
  .catch(error =>
    console.warn(`the bucket has no lifecycle rule, so workers remove incomplete uploads instead: ${error.name}`),
  );
client.destroy();
