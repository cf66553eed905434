import { expect, test } from 'vitest';
import { z } from 'zod';
import { importedRunSchema } from '../../src/results/file/imported-run.js';
import { runSchema } from '../../src/results/file/run-file.js';
import { SCHEMA_VERSION } from '../../src/results/file/schema-version.js';
import { kernelRunSchema } from '../../src/results/kernel/kernel-run.js';

/** After a change of a schema: `npx vitest run --project unit test/results/run-schema -u`. */
test.each([
  ['file/run', 'Result of a wqbench run', runSchema],
  ['file/imported-run', 'Kernel log after wqbench import', importedRunSchema],
  ['kernel/kernel-run', 'Result of wqbench kernel', kernelRunSchema],
])('the published JSON Schema %s is the one that files are read by', async (name, what, read) => {
  const schema = {
    title: 'wqbench run.json',
    description: `${what}, schemaVersion ${SCHEMA_VERSION}.`,
    ...z.toJSONSchema(read),
  };
  const published = `../../src/results/${name}.schema.json`;
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(published);
});
