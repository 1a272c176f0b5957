/** The contract of a blob store, run against a real S3 server, versitygw, if it is installed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { openS3Blobs } from '../../server/blobs/index.js';
import { blobContract } from './contract.js';
import { S3_CREDENTIALS, findVersitygw, startVersitygw } from './fixtures/versitygw.js';

const program = findVersitygw();
if (program === undefined) {
  process.stderr.write(
    'Left out: the contract of blob stores on S3. versitygw is neither in VERSITYGW, nor on PATH, nor in ~/go/bin;\n' +
      '  go install github.com/versity/versitygw/cmd/versitygw@v1.8.0\n',
  );
}

blobContract(
  'S3',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'route-engine-s3-'));
    const { endpoint, stop } = await startVersitygw(program ?? '', { dir, bucket: 'results' });
    const blobs = await openS3Blobs(`s3://results/deep/er?endpoint=${endpoint}`, {
      ...S3_CREDENTIALS,
      clock: Date.now,
    });
    return {
      blobs,
      origin: 'http://nobody.invalid',
      clockStepMs: 1_000,
      stop: async () => {
        await blobs.close();
        await stop();
        rmSync(dir, { recursive: true, force: true });
      },
    };
  },
  program === undefined ? describe.skip : describe,
);
