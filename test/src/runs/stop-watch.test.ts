import { expect, it } from 'vitest';
import { phases, withTotal } from '../../../src/runs/stop-watch.js';

it('a stop-watch books the time since its last call, again under the same name, and the total is the sum', () => {
  const clockS = [1, 3, 3.5, 7];
  const timeS: Record<string, number> = {};
  const phase = phases(() => clockS.shift()!, timeS);
  phase('load');
  phase('search');
  phase('load');
  expect(timeS).toEqual({ load: 2 + 3.5, search: 0.5 });
  expect(withTotal(timeS)).toEqual({ load: 5.5, search: 0.5, total: 6 });
});
