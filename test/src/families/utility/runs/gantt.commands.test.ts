import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plenum } from '../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const TINY = 'instances/utility/tiny-preemptive-burst.json';

describe('the hour that a report shows bar by bar', () => {
  it('begins where --gantt-from says, and is embedded with its bars', async () => {
    const out = join(temporaryDirectory(), 'out');
    expect((await plenum('solve', TINY, '--no-bound', '--gantt-from', '0.01', '--out', out)).code).toBe(0);
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
    const late = await plenum('solve', TINY, '--gantt-from', '1000', '--out', out);
    expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('the simulation ends then')]);
    const alone = await plenum('solve', TINY, '--gantt-from', '0');
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('with --out')]);
    const negative = await plenum('solve', TINY, '--gantt-from', '-1', '--out', out);
    expect([negative.code, negative.stderr]).toEqual([2, expect.stringContaining('--gantt-from')]);
  });
});
