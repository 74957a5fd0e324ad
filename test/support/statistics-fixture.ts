import { readFileSync } from 'node:fs';

/** Cases whose values SciPy computed (test/fixtures/statistics/make.py), by the file's name. */
export function statisticsFixture(name: string): readonly unknown[] {
  const file = new URL(`../fixtures/statistics/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as unknown[];
}
