import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { repository } from './repository.js';
import type { Json } from './run-cli.js';

/** Deviations of printed JSON from the committed schema of the verb, one line each; empty where there are none. */
export function schemaFaults(verb: string, json: Json): readonly string[] {
  const text = readFileSync(join(repository, `docs/schemas/${verb}.schema.json`), 'utf8');
  const parsed = z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]).safeParse(json);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
