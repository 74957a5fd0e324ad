import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { excessText } from '../../../../../src/families/robust/report/wording.js';
import type { SweepResult } from '../../../../../src/families/reward-rate/studies/sweep/run.js';
import { visibleText } from '../../../../fixtures/report/visible-text.js';
import { day, sweep } from '../../../../../src/library/index.js';
import { accepted } from '../../../../support/accepted.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const INSTANCE = 'tiny-power-cap';

describe('figures as they are shown', () => {
  it('a sweep tells reward per kWh: 15/16 reward/s from 40 W is 84,375', async () => {
    const folder = temporaryDirectory();
    const out = join(folder, 'sweep');
    accepted(await sweep(INSTANCE, ['powerCapW=40,80'], { out }));
    const text = visibleText(readFileSync(join(out, 'sweep.html'), 'utf8')).replaceAll('\u202f', '');
    // Four fast cores: 2 reward/s from 75 W.
    expect(text).toMatch(/\b84375(?:\.0)?\b/);
    expect(text).toMatch(/\b96000(?:\.0)?\b/);
  });

  it('a sweep of kilowatts is shown in kW, slopes per kW, and recorded in W', async () => {
    const folder = temporaryDirectory();
    const out = join(folder, 'sweep');
    const { text: shown } = accepted(await sweep(INSTANCE, ['powerCapW=0.045kW,1.2kW'], { out }));
    const written = JSON.parse(readFileSync(join(out, 'sweep.json'), 'utf8')) as { details: SweepResult };
    const record = written.details;
    expect(record.axes[0]!.values).toEqual([45, 1200]);
    expect(record.points[0]!.marginal[0]!.above).toBeCloseTo(1 / 40, 9);
    // Between 45 and 75 W the optimum rises from 1.25 to 2: 0.025 reward/s per W, 25 per kW.
    expect(shown).toMatch(/powerCap, kW +Reward rate, reward\/s/);
    expect(shown).toMatch(/^ +0\.045 +1\.25/m);
    expect(shown).toMatch(/^ +1\.2 +2\.0/m);
    const text = visibleText(readFileSync(join(out, 'sweep.html'), 'utf8'));
    expect(text).not.toMatch(/(?<!limits\.)powerCapW/);
    expect(text).toMatch(/powerCap, kW \| 0\.045 \|[^|]*\|[^|]*\| 25\.00 \| … \| /);
    expect(readFileSync(join(out, 'sweep.csv'), 'utf8')).toMatch(/^limits\.powerCapW,[^]*\n45,/);
  });

  it('a day tells energy in kWh: two thousand hours of 20 W idle and 5 W cooling are 40 and 10', async () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'idle.csv'), 'epochS,a\n3600000,0\n3600000,0\n');
    const out = join(folder, 'day');
    const { text: shown } = accepted(await day(INSTANCE, { arrivals: join(folder, 'idle.csv'), out }));
    expect(shown).toMatch(/energy +50\.0* kWh at the meter: idle 40\.0* kWh, cores 0 kWh, cooling 10\.0* kWh/);
    const text = visibleText(readFileSync(join(out, 'day.html'), 'utf8')).replaceAll('\u00a0', ' ');
    for (const row of ['Idle nodes | 40.00 kWh |', 'Cooling | 10.00 kWh |', 'Total | 50.00 kWh |'])
      expect(text).toContain(row);
  });

  it('an energy under 1 kWh is told in Wh: half an hour of 20 W idle and 5 W cooling is 12.5 Wh', async () => {
    const folder = temporaryDirectory();
    writeFileSync(join(folder, 'idle.csv'), 'epochS,a\n1800,0\n');
    const out = join(folder, 'day');
    accepted(await day(INSTANCE, { arrivals: join(folder, 'idle.csv'), out }));
    const text = visibleText(readFileSync(join(out, 'day.html'), 'utf8')).replaceAll('\u00a0', ' ');
    expect(text).toMatch(/12\.50\sWh/);
    for (const row of ['Idle nodes | 10.00 Wh |', 'Cooling | 2.500 Wh |', 'Total | 12.50 Wh |'])
      expect(text).toContain(row);
  });

  it('energies that only rounding tells apart are not told apart', () => {
    expect(excessText(7.1054e-14, 540)).toBe('no more than');
    expect(excessText(0, 540)).toBe('no more than');
    expect(excessText(0.5, 540)).toBe('0.5000 J more than');
  });
});
