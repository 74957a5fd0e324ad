import { describe, expect, it } from 'vitest';
import { chargedMeans } from '../../../../../src/families/utility/runs/charged.js';

describe('mean prices that a policy charged', () => {
  const pools = [
    { name: 'a', nodes: 3, coresPerNode: 1 },
    { name: 'b', nodes: 1, coresPerNode: 1 },
  ];
  const series = {
    timeS: Float64Array.of(0, 60, 120, 180),
    // Nothing is charged at 180 s.
    price: Float64Array.of(9, 2e-6, 4e-6, NaN),
    nodePrice: Float64Array.of(9, 9, NaN, NaN, 1, 5, 3, 7),
  };

  it('are of the measured time, weigh pools by nodes, and count 0 where energy is free', () => {
    // Nodes: (3 x 1 + 5) / 4 = 2 and (3 x 3 + 7) / 4 = 4 per node-second.
    expect(chargedMeans({ pools, measuredFromS: 60 }, series)).toEqual({
      utilityPerMJ: 2,
      utilityPerUsd: null,
      utilityPerNodeH: 3 * 3600,
    });
  });

  it('are per USD with a tariff, and there are none without prices of nodes', () => {
    const [weight, usdPerKwh, chargedS] = [Float64Array.of(1), Float64Array.of(0.18), Float64Array.of(0)];
    const charging = { originS: 0, stepS: 3600, usdPerKwh, usdPerJ: 5e-8, weight, chargedS };
    const found = chargedMeans({ pools, measuredFromS: 60, charging }, series)!;
    // 2e-6 utility/J, and 5e-8 USD/J.
    expect([found.utilityPerMJ, found.utilityPerUsd]).toEqual([null, expect.closeTo(40, 9)]);
    expect(chargedMeans({ pools, measuredFromS: 60 }, { ...series, nodePrice: new Float64Array(0) })).toBeNull();
  });
});
