import { expect, test } from 'vitest';
import { z } from 'zod';
import { runSchema } from '../../src/results/file/run-file.js';
import { SCHEMA_VERSION } from '../../src/results/file/schema-version.js';

const PUBLISHED = '../../src/results/file/run.schema.json';

/** After a change of the schema: `npx vitest run --project unit test/results/run-schema -u`. */
test('the published JSON Schema is the one that run files are read by', async () => {
  const schema = {
    title: 'wqbench run.json',
    description: `Result of a wqbench run, schemaVersion ${SCHEMA_VERSION}.`,
    ...z.toJSONSchema(runSchema),
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(PUBLISHED);
});
