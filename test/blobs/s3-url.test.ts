/** RESULTS_URL: how it is parsed, and that every fault is named. */
import { expect, test } from '@jest/globals';
import { ResultsUrlError, parseS3Url } from '../../server/blobs/index.js';

const AMAZON = { endpoint: undefined, region: 'us-east-1', pathStyle: false, prefix: '' };
const LOCAL = { ...AMAZON, endpoint: 'http://127.0.0.1:7070', pathStyle: true };

test.each([
  ['s3://bucket', { ...AMAZON, bucket: 'bucket' }],
  ['s3://bucket/', { ...AMAZON, bucket: 'bucket' }],
  ['s3://my.bucket-1/a/b/', { ...AMAZON, bucket: 'my.bucket-1', prefix: 'a/b/' }],
  [
    's3://bucket/a?region=eu-west-3',
    { ...AMAZON, bucket: 'bucket', prefix: 'a/', region: 'eu-west-3' },
  ],
  ['s3://bucket?endpoint=http://127.0.0.1:7070', { ...LOCAL, bucket: 'bucket' }],
  ['s3://bucket?endpoint=http%3A%2F%2F127.0.0.1%3A7070', { ...LOCAL, bucket: 'bucket' }],
  [
    's3://bucket?endpoint=http://127.0.0.1:7070&path_style=false',
    { ...LOCAL, bucket: 'bucket', pathStyle: false },
  ],
  ['s3://bucket?path_style=true', { ...AMAZON, bucket: 'bucket', pathStyle: true }],
])('%s', (url, place) => {
  const { endpoint, ...others } = parseS3Url(url);
  expect({ ...others, endpoint: endpoint?.replace(/\/$/, '') }).toEqual(place);
});

test.each([
  ['', ['must be like s3://']],
  ['bucket', ['must be like s3://']],
  ['https://bucket.s3.amazonaws.com/', ['must be like s3://']],
  ['s3://', ['the bucket must']],
  ['s3://Bucket', ['the bucket must']],
  ['s3://ab', ['the bucket must']],
  ['s3://bucket:80', ['the bucket must']],
  ['s3://bucket/a//b', ['the prefix must']],
  ['s3://bucket/a%20b', ['the prefix must']],
  ['s3://bucket/.hidden', ['the prefix must']],
  ['s3://key:secret@bucket', ['pass credentials in the environment']],
  ['s3://bucket#x', ['must not have a "#"']],
  ['s3://bucket?endpoint=localhost:7070', ['endpoint must be']],
  ['s3://bucket?endpoint=http://h/path', ['endpoint must be']],
  ['s3://bucket?endpoint=', ['endpoint must be']],
  ['s3://bucket?region=Europe%20west', ['region must be like']],
  ['s3://bucket?path_style=yes', ['path_style must be true or false']],
  ['s3://bucket?zone=1', ['"zone" is unknown']],
  ['s3://bucket?region=a&region=b', ['"region" is given twice']],
  ['s3://B?region=&zone=1', ['the bucket must', 'region must be like', '"zone" is unknown']],
])('%s is refused', (url, faults) => {
  const refused = faultsOf(url);
  expect([url, refused.length]).toEqual([url, faults.length]);
  faults.forEach((fault, idx) => {
    expect(refused[idx]).toContain(fault);
    expect(refused[idx]).toMatch(/^RESULTS_URL: /);
    expect(refused[idx]).not.toContain('secret');
  });
});

function faultsOf(url: string): readonly string[] {
  try {
    parseS3Url(url);
  } catch (error) {
    if (error instanceof ResultsUrlError) return error.faults;
    throw error;
  }
  return [];
}
