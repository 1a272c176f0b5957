/** Runs one peer on one problem: a Python program in `peers/`, which writes the plan to a file. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PEERS = ['pyvrp', 'hgs', 'vroom', 'ortools'] as const;
export type Peer = (typeof PEERS)[number];

export type PeerQuestion = {
  peer: Peer;
  /** The folder with the problem and its tables. */
  folder: string;
  seconds: number;
  seed: number;
  vehiclesFirst: boolean;
  /** The file from which HGS-CVRP reads coordinates. */
  instancePath?: string;
};

export type PeerAnswer =
  | { kind: 'planned'; planPath: string; version: string; cpuSeconds: number }
  | { kind: 'missing'; reason: string }
  | { kind: 'unable'; reason: string }
  | { kind: 'failed'; reason: string };

const program = fileURLToPath(new URL('../../scripts/peers/run.py', import.meta.url));
const MISSING = 3;
const UNABLE = 4;

export function askPeer(python: string, question: PeerQuestion): PeerAnswer {
  const { peer, folder, seconds, seed, vehiclesFirst, instancePath } = question;
  const planPath = join(folder, 'plan.json');
  rmSync(planPath, { force: true });
  const args = [
    ...[program, peer, folder, planPath, '--seconds', String(seconds), '--seed', String(seed)],
    ...(vehiclesFirst ? ['--vehicles-first'] : []),
    ...(instancePath === undefined ? [] : ['--instance', instancePath]),
  ];
  const { status, stdout, stderr, error } = spawnSync(python, args, {
    encoding: 'utf8',
    // One core for every peer: some of their libraries would start one thread for each core.
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
  });
  const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
  if (error !== undefined || status === MISSING) return { kind: 'missing', reason };
  if (status === UNABLE) return { kind: 'unable', reason };
  if (status !== 0) return { kind: 'failed', reason };
  const { version, cpuSeconds } = JSON.parse(stdout) as { version: string; cpuSeconds: number };
  return { kind: 'planned', planPath, version, cpuSeconds };
}
