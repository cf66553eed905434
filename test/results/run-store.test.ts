import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRun } from '../../src/results/file/read-result.js';
import { createRunStore } from '../../src/results/file/run-store.js';
import { buildRun } from './run-builder.js';

const STARTED_AT = new Date('2026-11-30T22:48:36.125Z');

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'wqbench-store-'));
});

afterEach(() => rmSync(root, { recursive: true }));

test('leaves nothing behind when nothing was saved', () => {
  const store = createRunStore(join(root, 'results'), STARTED_AT, 'box');
  expect(store.directory).toBeNull();
  expect(readdirSync(root)).toEqual([]);
});

test('keeps the last saved run, alone, in a directory of its time and host', () => {
  const out = join(root, 'deep', 'results');
  const store = createRunStore(out, STARTED_AT, 'box.example');
  const path = store.save(buildRun({ partial: true }));
  expect(store.save(buildRun())).toBe(path);
  expect(path).toBe(join(out, '20261130T224836Z-box.example', 'run.json'));
  expect(readdirSync(store.directory as string)).toEqual(['run.json']);
  expect(readRun(path)).toEqual(buildRun());
});

test('two runs of the same second do not touch each other', () => {
  const stores = [1, 2, 3].map(() => createRunStore(root, STARTED_AT, 'box'));
  stores.forEach((store, seed) => {
    store.save(buildRun({ seed }));
  });
  expect(stores.map((store) => readRun(store.directory as string).seed)).toEqual([0, 1, 2]);
});

test('a host name cannot lead out of the directory', () => {
  const store = createRunStore(root, STARTED_AT, '../../etc/pass wd');
  store.save(buildRun());
  expect(readdirSync(root)).toEqual(['20261130T224836Z-.._.._etc_pass_wd']);
  expect(existsSync(join(root, '..', '..', 'etc', 'run.json'))).toBe(false);
});

test('the file is JSON that ends in a newline', () => {
  const text = readFileSync(createRunStore(root, STARTED_AT, 'box').save(buildRun()), 'utf8');
  expect(text.endsWith('}\n')).toBe(true);
  expect(JSON.parse(text)).toEqual(buildRun());
});
