import { vi } from 'vitest';
import type * as Checker from '../../src/check/ups.js';
import type * as Models from '../../models/facility/ups.js';
import type * as Oracles from '../oracle/ups-input.js';
import { toyInputW, toyLines, toyUps } from './toy-ups.js';

const [MODELS, CHECKER, ORACLES] = ['../../models/facility/ups.js', '../../src/check/ups.js', '../oracle/ups-input.js'];

/**
 * Returns modules that are loaded with one more kind of UPS (see toyUps): one entry in the table of kinds, and one formula
 * each for the checker and for brute force. All else is the product as it is. Modules that were loaded before do not know
 * the new kind. Test files share their modules, so `withoutToyUps` must follow after all tests of the file.
 */
export async function withToyUps<Modules>(load: () => Promise<Modules>): Promise<Modules> {
  vi.doMock(MODELS, async (original) => {
    const models = await original<typeof Models>();
    return { ...models, UPS_KINDS: [toyUps, ...models.UPS_KINDS] } satisfies typeof Models;
  });
  vi.doMock(CHECKER, () => ({ upsInputW: toyInputW }) satisfies typeof Checker);
  vi.doMock(ORACLES, () => ({ upsInputW: toyInputW, upsLines: toyLines }) satisfies typeof Oracles);
  vi.resetModules();
  return load();
}

/** Takes the kind of UPS away that `withToyUps` added. A hook must call it itself: hooks within hooks are not heard. */
export function withoutToyUps(): void {
  for (const path of [MODELS, CHECKER, ORACLES]) vi.doUnmock(path);
  vi.resetModules();
}
