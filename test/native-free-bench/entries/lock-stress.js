// A thread that takes one lock many times and checks that it is alone while it holds it.
import { parentPort, workerData } from 'node:worker_threads';
import { nowNs } from '../../../dist/native-free-bench/clock.js';
import { ContentionMeter } from '../../../dist/native-free-bench/contention-meter.js';
import { makeLock } from '../../../dist/native-free-bench/locks/make-lock.js';
import { Spin } from '../../../dist/native-free-bench/spin.js';

const { buffer, kind, site, inside, counter, rounds, tryEvery } = workerData;
const words = new Int32Array(buffer);
const spin = new Spin(words, nowNs() + 60e9);
const meter = new ContentionMeter();
const lock = makeLock(kind, { words, ...site, spin, meter });

let overlaps = 0;
for (let round = 0; round < rounds; round++) {
  if (round % tryEvery === 0) {
    while (!lock.tryAcquire()) spin.step();
  } else {
    lock.acquire();
  }
  if (words[inside] !== 0) overlaps++;
  words[inside] = 1;
  words[counter] += 1;
  if (!lock.isHeld()) overlaps++;
  words[inside] = 0;
  lock.release();
}
parentPort.postMessage({ overlaps, contended: meter.contended, waitNs: meter.waitNs });
