import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { solve } from '../../../../../src/library/index.js';
import { accepted, faultsOf } from '../../../../support/accepted.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const TINY = 'instances/utility/tiny-preemptive-burst.json';

describe('the hour that a report shows bar by bar', () => {
  it('begins where --gantt-from says, and is embedded with its bars', async () => {
    const out = join(temporaryDirectory(), 'out');
    accepted(await solve(TINY, { bound: false, ganttFrom: 0.01, out }));
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    const [, text] = /<script type="application\/json" id="plenum-data">(.*?)<\/script>/s.exec(html)!;
    const { gantt } = JSON.parse(text!) as {
      readonly gantt: { readonly fromS: number; readonly bars: readonly unknown[] };
    };
    expect(gantt.fromS).toBe(36);
    expect(gantt.bars.length).toBeGreaterThan(0);
    expect(html).toContain('minutes after 0.6 min');
  });

  it('is refused beyond the end, and without a report', async () => {
    const out = join(temporaryDirectory(), 'none');
    const [late] = faultsOf(await solve(TINY, { ganttFrom: 1000, out }));
    expect(JSON.stringify(late)).toContain('the simulation ends then');
    const [alone] = faultsOf(await solve(TINY, { ganttFrom: 0 }));
    expect(alone!.allowed).toContain('with out');
    expect(faultsOf(await solve(TINY, { ganttFrom: -1, out }))).toMatchObject([{ path: 'ganttFrom' }]);
  });
});
