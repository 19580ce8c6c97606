import { parentPort, workerData } from 'node:worker_threads';
import { compile } from './compile.js';

parentPort?.postMessage(compile(workerData));
