import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type * as Cli from '../../../support/run-cli.js';
import { temporaryDirectory } from '../../../support/small-instance.js';
import { withoutToyUps, withToyUps } from '../../../support/with-toy-ups.js';

/** One node of 20 W idle with four cores of 4 or 10 W; CoP 4. */
const DRAFT = JSON.parse(readFileSync('instances/reward-rate/tiny-power-cap.json', 'utf8')) as RewardRateInstance;

/**
 * Writes the node behind a toy UPS of 60 W and returns its file. With an efficiency of 0.8 in the file, the input of the
 * toy is U(S) = S + 4.5 + 0.075 S + 0.00625 S^2.
 */
function written(powerCapW: number): { readonly file: string; readonly out: string } {
  const directory = temporaryDirectory();
  const file = join(directory, 'room.json');
  const { knownOptimum: _, ...instance } = DRAFT;
  const facility = { ...instance.facility, upsEfficiency: 0.8 };
  writeFileSync(file, JSON.stringify({ ...instance, facility, limits: { ...instance.limits, powerCapW } }));
  return { file, out: join(directory, 'out') };
}

describe('a UPS whose losses depend on its load, added as one entry', () => {
  let cli: typeof Cli;
  beforeAll(async () => {
    cli = await withToyUps(() => import('../../../support/run-cli.js'));
  });
  afterAll(withoutToyUps);

  it('solve fills the cap with what the UPS passes, and record, page and the worth of the cap follow its curve', async () => {
    const { file, out } = written(60.4);
    const { code, json } = await cli.plenumDetails('solve', file, '--out', out);
    expect(code).toBe(0);
    // 1.325 S + 0.00625 S^2 + 4.5 = 60.4 W: U(S) and S / 4 for the CRAC.
    const nodesW = (-1.325 + Math.sqrt(1.325 ** 2 + 0.025 * 55.9)) / 0.0125;
    const power = json['power'] as Readonly<Record<string, number>>;
    expect(power['idleW']! + power['coresW']!).toBeCloseTo(nodesW, 6);
    expect(power['coolingW']).toBeCloseTo(nodesW / 4, 6);
    expect(power['upsLossW']).toBeCloseTo(4.5 + 0.075 * nodesW + 0.00625 * nodesW ** 2, 6);
    expect(power['totalW']).toBeCloseTo(60.4, 6);
    // Four cores at 1 GHz need 36 W; each further watt runs 1 / 6 of a core at 2 GHz instead, which earns 0.1875 more.
    const perNodeW = 0.1875 / 6;
    expect(json['objective']).toBeCloseTo(1.25 + perNodeW * (nodesW - 36), 8);
    expect(json['bound']).toBeCloseTo(1.25 + perNodeW * (nodesW - 36), 8);
    const perCapW = perNodeW / (1.325 + 0.0125 * nodesW);
    const binding = json['binding'] as readonly { readonly constraint: string; readonly marginalValue: number }[];
    expect(binding.find(({ constraint }) => constraint === 'powerCap')!.marginalValue).toBeCloseTo(perCapW, 8);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toMatch(/UPS loss[\s\S]{0,200}15\.3/);

    const { json: explained } = await cli.plenumDetails('explain', file, join(out, 'plan.json'));
    const { limits } = explained['plan'] as {
      limits: { limits: { constraint: string; looser: { perUnit: number } }[] };
    };
    const cap = limits.limits.find(({ constraint }) => constraint === 'powerCap')!;
    expect(cap.looser.perUnit).toBeCloseTo(perCapW, 5);
    const checked = await cli.plenumJson('check', file, join(out, 'plan.json'));
    expect([checked.code, checked.json['violations']]).toEqual([0, []]);
  });

  it('explain says that idling needs 33.5 W, of which the UPS loses 8.5 W, and offers that cap', async () => {
    const { file } = written(30);
    const { json } = await cli.plenumDetails('explain', file);
    expect((json['infeasibility'] as { amount: number }).amount).toBeCloseTo(3.5, 9);
    const { fixes } = json as unknown as { fixes: { changes: { constraint: string; to: number }[] }[] };
    expect(fixes[0]!.changes).toEqual([expect.objectContaining({ constraint: 'powerCap', to: 33.5 })]);
  });

  it('utility refuses such a UPS, because its powers must be proportional', async () => {
    const { linearMeterOf } = await import('../../../../models/facility/meter.js');
    const { facility } = DRAFT;
    expect(linearMeterOf(facility).ups.efficiency).toBe(1);
    expect(() => linearMeterOf({ ...facility, upsEfficiency: 0.8 })).toThrow(RangeError);
  });
});
