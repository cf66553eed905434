import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['src', 'native-free-bench'].flatMap((folder) => filesBelow(join(root, folder)));

/** What a stage may import values from; types may come from any stage. */
const ALLOWED: Record<string, readonly string[]> = {
  'src/core': [],
  'src/topology': ['src/core'],
  'src/scopes': ['src/core', 'src/topology'],
  'src/scenarios': ['src/core', 'src/scopes', 'native-free-bench'],
  'src/plan': ['src/core', 'src/scopes'],
  'src/results': ['src/core', 'src/scopes', 'src/topology'],
  'src/runner': ['src/core', 'src/plan', 'src/results', 'src/topology', 'native-free-bench'],
  'src/predictor': ['src/core', 'src/results', 'src/scopes', 'src/topology', 'native-free-bench'],
  'src/report': ['src/core', 'src/scopes', 'src/scenarios', 'src/topology', 'src/results'],
};

/** Packages that only one place may name. */
const ONLY_IN: Record<string, RegExp> = {
  yargs: /^src\/cli\//,
  piscina: /^(native-free-bench\/host|src\/predictor\/job-pool)\.ts$/,
  tinybench: /^native-free-bench\/primitives\//,
  'cli-table3': /^src\/report\//,
  'fast-xml-parser': /^src\/topology\//,
  '@observablehq': /^src\/report\/charts\//,
  linkedom: /^src\/report\/charts\//,
  zod: /^src\/results\//,
};

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
  /** By `import()`, when it is needed. */
  readonly late: boolean;
}

describe('imports', () => {
  const imports = sources.flatMap(importsOf);

  it('are found', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('of the measuring threads stay within native-free-bench', () => {
    const outside = imports.filter(
      ({ file, target }) => file.startsWith('native-free-bench/') && target.startsWith('src/'),
    );
    expect(outside).toEqual([]);
  });

  it('go one way along the pipeline', () => {
    const wrong = imports.filter(({ file, target, typeOnly }) => {
      const stage = stageOf(file);
      const other = stageOf(target);
      const allowed = ALLOWED[stage];
      return allowed && !typeOnly && isOwn(target) && other !== stage && !allowed.includes(other);
    });
    expect(wrong).toEqual([]);
  });

  it('of charts are late, so that what draws them is not in memory while trials run', () => {
    const charts = imports.filter(
      ({ file, target, typeOnly }) =>
        target.startsWith('src/report/charts/') &&
        !file.startsWith('src/report/charts/') &&
        !typeOnly,
    );
    expect(charts.length).toBeGreaterThan(0);
    expect(charts.filter(({ late }) => !late)).toEqual([]);
  });

  it('name a package only where it belongs', () => {
    const wrong = imports.filter(({ file, target }) => {
      const place = Object.entries(ONLY_IN).find(([name]) => target.split('/')[0] === name)?.[1];
      return place !== undefined && !place.test(file);
    });
    expect(wrong).toEqual([]);
  });
});

function importsOf(path: string): Import[] {
  const file = relative(root, path);
  const pattern = /^(import|export)(\s+type)?\s[^;]*?from\s+'([^']+)'|\bimport\('([^']+)'\)/gms;
  return [...readFileSync(path, 'utf8').matchAll(pattern)].map((match) => {
    const specifier = match[3] ?? match[4]!;
    const target = specifier.startsWith('.')
      ? relative(root, join(dirname(path), specifier))
      : specifier;
    return { file, target, typeOnly: match[2] !== undefined, late: match[4] !== undefined };
  });
}

function stageOf(file: string): string {
  return file.startsWith('src/') ? file.split('/').slice(0, 2).join('/') : file.split('/')[0]!;
}

function isOwn(target: string): boolean {
  return target.startsWith('src/') || target.startsWith('native-free-bench/');
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
}
