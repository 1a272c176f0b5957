/**
 * The store's thread: owns the connection, collects what has arrived, and answers a group at a time. The entry point; what it does is
 * in `serve.ts`.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { isThreadInput, serve } from './serve.js';

// This file is an entry point: in a thread it serves, imported anywhere else it does nothing.
if (parentPort !== null && isThreadInput(workerData)) serve(parentPort, workerData);
