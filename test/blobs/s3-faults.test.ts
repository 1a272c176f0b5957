/** If S3 answers with errors, slowly or not at all, calls fail in time, and memory holds no more than one part. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openS3Blobs, type BlobStore } from '../../server/blobs/index.js';
import { closeServer, listen } from './fixtures/directory.js';
import { HOUR_MS, hangingChunks } from './fixtures/json.js';

const PART_BYTES = 8 * 1024 * 1024;
const DEADLINE_MS = 400;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A minimal S3 server that answers as told. `seen` lists the requests by method and parameters, in order. */
async function withStore(
  answer: Answer,
  body: (blobs: BlobStore, seen: string[]) => Promise<void>,
  requestDeadlineMs = DEADLINE_MS,
): Promise<void> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    searchParams.delete('x-id');
    seen.push(`${request.method} ${[...searchParams.keys()].toSorted().join(' ')}`.trim());
    answer(request, response);
  });
  const blobs = await openS3Blobs(`s3://bucket?endpoint=${await listen(server)}`, {
    accessKeyId: 'a',
    secretAccessKey: 'b',
    clock: Date.now,
    requestDeadlineMs,
  });
  try {
    await body(blobs, seen);
  } finally {
    await blobs.close();
    await closeServer(server);
  }
}

const failing: Answer = (request, response) => {
  request.resume();
  response.writeHead(500).end();
};
const hanging: Answer = (request) => {
  request.resume();
};
/** Sends the head of an answer and the first byte of its body, and then nothing. */
const stalling: Answer = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-length': 1_000 }).write('<');
};
const refusing =
  (status: number, code: string): Answer =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${code}</Code><Message>planned fault</Message></Error>`);
  };
/** Accepts multipart uploads; `onPart` decides how a part is answered. */
const takingParts =
  (onPart: Answer): Answer =>
  (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    if (searchParams.has('partNumber')) {
      onPart(request, response);
      return;
    }
    request.resume();
    const isCreate = searchParams.has('uploads');
    response.writeHead(request.method === 'DELETE' ? 204 : 200, {
      'content-type': 'application/xml',
    });
    // The answer to the completion has a body, because an empty one means that the server gave up.
    response.end(isCreate ? '<R><UploadId>u</UploadId></R>' : '<R><ETag>1</ETag></R>');
  };

const NAME = 'results/a.json.gz';
const CALLS: readonly [string, (blobs: BlobStore) => Promise<unknown>][] = [
  ['write', (blobs) => blobs.write(NAME, [randomBytes(10)])],
  ['write in parts', (blobs) => blobs.write(NAME, [randomBytes(PART_BYTES)])],
  ['read', (blobs) => blobs.read(NAME)],
  ['delete', (blobs) => blobs.delete([NAME])],
  ['list', (blobs) => blobs.list('results/')[Symbol.asyncIterator]().next()],
  ['check', (blobs) => blobs.check()],
];

test.each(CALLS)(
  '%s: errors of the store end in `unavailable` after three attempts',
  async (_, call) => {
    await withStore(
      failing,
      async (blobs, seen) => {
        await expect(call(blobs)).rejects.toMatchObject({ code: 'unavailable' });
        expect(seen).toHaveLength(3);
      },
      10_000,
    );
  },
);

test.each(CALLS)(
  '%s: a store that does not answer ends in `unavailable`, in time',
  async (_, call) => {
    await withStore(hanging, async (blobs) => {
      // Timers fire in the order of their times, however busy the machine is.
      let isLate = false;
      const late = setTimeout(() => (isLate = true), 10 * DEADLINE_MS);
      await expect(call(blobs)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`no answer within ${DEADLINE_MS / 1000} s`),
      });
      clearTimeout(late);
      expect(isLate).toBe(false);
    });
  },
);

test('an answer that stops in the middle ends in `unavailable`, in time', async () => {
  await withStore(stalling, async (blobs) => {
    await expect(blobs.read(NAME)).rejects.toMatchObject({ code: 'unavailable' });
    const list = blobs.list('')[Symbol.asyncIterator]().next();
    await expect(list).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('an unreachable store ends in `unavailable`', async () => {
  const server = createServer();
  const endpoint = await listen(server);
  await closeServer(server);
  const blobs = await openS3Blobs(`s3://bucket?endpoint=${endpoint}`, {
    accessKeyId: 'a',
    secretAccessKey: 'b',
    clock: Date.now,
  });
  for (const [, call] of CALLS) {
    await expect(call(blobs)).rejects.toMatchObject({ code: 'unavailable' });
  }
  await blobs.close();
});

test.each([
  [403, 'InvalidAccessKeyId', 'unavailable'],
  [404, 'NoSuchBucket', 'unavailable'],
  [507, 'InsufficientStorage', 'full'],
  [403, 'QuotaExceeded', 'full'],
])('a refusal quotes the store: %d %s is `%s`', async (status, name, code) => {
  await withStore(
    refusing(status, name),
    async (blobs) => {
      await expect(blobs.write(NAME, [randomBytes(10)])).rejects.toMatchObject({
        code,
        message: expect.stringContaining(`${name} (${status}): planned fault`),
      });
      // A missing bucket is not a missing blob.
      await expect(blobs.read(NAME)).rejects.toMatchObject({ code });
    },
    10_000,
  );
});

test('a missing blob is undefined', async () => {
  await withStore(refusing(404, 'NoSuchKey'), async (blobs) => {
    expect(await blobs.read(NAME)).toBeUndefined();
  });
});

test('if one of many blobs is not deleted, it is named', async () => {
  const answer: Answer = (request, response) => {
    request.resume();
    const error = `<Error><Key>${NAME}</Key><Code>AccessDenied</Code><Message>no</Message></Error>`;
    response.end(`<DeleteResult>${error}</DeleteResult>`);
  };
  await withStore(answer, async (blobs) => {
    await expect(blobs.delete([NAME])).rejects.toThrow(`AccessDenied, ${NAME} was not deleted: no`);
  });
});

test('a multipart upload that fails is aborted and never completed', async () => {
  const isSecond = (request: IncomingMessage): boolean =>
    request.url?.includes('partNumber=2') === true;
  const onPart: Answer = (request, response) => {
    request.resume();
    if (isSecond(request)) refusing(403, 'AccessDenied')(request, response);
    else request.on('end', () => response.writeHead(200, { etag: '"1"' }).end());
  };
  await withStore(
    takingParts(onPart),
    async (blobs, seen) => {
      const write = blobs.write(NAME, [randomBytes(2 * PART_BYTES + 1)]);
      await expect(write).rejects.toMatchObject({ code: 'unavailable' });
      expect(seen).toEqual([
        'POST uploads',
        'PUT partNumber uploadId',
        'PUT partNumber uploadId',
        'DELETE uploadId',
      ]);
    },
    10_000,
  );
});

test('an aborted upload is ended at the store too, even if its stream hangs', async () => {
  const onPart: Answer = (request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { etag: '"1"' }).end());
  };
  await withStore(
    takingParts(onPart),
    async (blobs, seen) => {
      const controller = new AbortController();
      const { chunks: rest, hangs } = hangingChunks();
      async function* chunks(): AsyncGenerator<Uint8Array> {
        yield randomBytes(PART_BYTES);
        yield* rest;
      }
      const write = blobs.write(NAME, chunks(), controller.signal);
      void hangs.then(() => controller.abort(new Error('planned abort')));
      await expect(write).rejects.toThrow('planned abort');
      expect(seen.at(-1)).toBe('DELETE uploadId');
    },
    10_000,
  );
});

test('the stream is not read while a part of it is being sent', async () => {
  let takenBytes = 0;
  let [takenAtMost, sentBytes] = [0, 0];
  const onPart: Answer = (request, response) => {
    takenAtMost = Math.max(takenAtMost, takenBytes - sentBytes);
    request.resume();
    request.on('end', () => {
      takenAtMost = Math.max(takenAtMost, takenBytes - sentBytes);
      sentBytes += PART_BYTES;
      response.writeHead(200, { etag: '"1"' }).end();
    });
  };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const chunk = randomBytes(1024 * 1024);
    for (let idx = 0; idx < 40; idx += 1) {
      takenBytes += chunk.length;
      yield chunk;
    }
  }
  await withStore(
    takingParts(onPart),
    async (blobs) => {
      expect(await blobs.write(NAME, chunks())).toBe(40 * 1024 * 1024);
      expect([takenAtMost, sentBytes]).toEqual([PART_BYTES, 40 * 1024 * 1024]);
    },
    10_000,
  );
});

test('a link is valid until its stated end and no longer', async () => {
  const nowMs = 1_900_000_000_700;
  const blobs = await openS3Blobs('s3://bucket/p?endpoint=https://s3.example.org', {
    accessKeyId: 'a',
    secretAccessKey: 'b',
    clock: () => nowMs,
  });
  const lifeOf = async (expiresAtMs: number): Promise<(string | null)[]> => {
    const link = new URL(await blobs.link(NAME, { expiresAtMs, origin: 'https://example.org' }));
    expect(link.origin + link.pathname).toBe(`https://s3.example.org/bucket/p/${NAME}`);
    return [link.searchParams.get('X-Amz-Date'), link.searchParams.get('X-Amz-Expires')];
  };
  // 1,900,000,000 is 2030-03-17 17:46:40 UTC.
  expect(await lifeOf(nowMs + HOUR_MS)).toEqual(['20300317T174640Z', '3600']);
  expect(await lifeOf(nowMs - HOUR_MS)).toEqual(['20300317T164639Z', '1']);
  await blobs.close();
});
