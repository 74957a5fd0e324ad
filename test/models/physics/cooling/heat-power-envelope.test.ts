import { describe, expect, it } from 'vitest';
import { powerToRemoveW } from '../../../../models/physics/cooling/crac.js';
import { heatPowerCut } from '../../../../models/physics/cooling/heat-power-envelope.js';
import { randomStream } from '../../../../src/random/stream.js';

const THESIS = { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 };
const COOLINGS = [
  THESIS,
  { quadraticPerC2: 0, linearPerC: 0.1, constant: 1 },
  { quadraticPerC2: 0, linearPerC: 0, constant: 3 },
  { quadraticPerC2: -0.0008, linearPerC: 0.2, constant: 1 },
  { quadraticPerC2: 0.02, linearPerC: 0.001, constant: 0.05 },
];

describe('supporting planes of a CRAC power', () => {
  it('no operating point of the range draws less than a cut says, cold set-points and negative heat included', () => {
    const draw = randomStream(1, 'cuts').uniform;
    for (let n = 0; n < 300; n++) {
      const cooling = COOLINGS[n % COOLINGS.length]!;
      const setPointMinC = draw(0, 20);
      const leastHeat = draw(-50, 100);
      const range = {
        leastHeat,
        mostHeat: leastHeat + draw(0, 200),
        setPointMinC,
        setPointMaxC: setPointMinC + draw(0, 20),
      };
      const heat = (): number => draw(range.leastHeat, range.mostHeat);
      const setPointC = (): number => draw(range.setPointMinC, range.setPointMaxC);
      const cut = heatPowerCut(cooling, range, heat(), setPointC());
      for (let k = 0; k < 40; k++) {
        const [q, T] = k === 0 ? [range.mostHeat, range.setPointMinC] : [heat(), setPointC()];
        const below = cut.constant + cut.perHeat * q - cut.perC * T;
        expect(below).toBeLessThanOrEqual(powerToRemoveW(cooling, q, T) * (1 + 1e-12) + 1e-9);
      }
    }
  });

  it('a cut touches where the heat is at an end of its range, and nearly where the range is narrow', () => {
    for (const heat of [100, 140]) {
      const range = { leastHeat: 100, mostHeat: 140, setPointMinC: 10, setPointMaxC: 30 };
      const cut = heatPowerCut(THESIS, range, heat, 19);
      const below = cut.constant + cut.perHeat * heat - cut.perC * 19;
      expect(below / powerToRemoveW(THESIS, heat, 19)).toBeCloseTo(1, 8);
    }
    const narrow = { leastHeat: 119, mostHeat: 121, setPointMinC: 10, setPointMaxC: 30 };
    const cut = heatPowerCut(THESIS, narrow, 120, 19);
    expect((cut.constant + cut.perHeat * 120 - cut.perC * 19) / powerToRemoveW(THESIS, 120, 19)).toBeGreaterThan(
      0.9999,
    );
  });

  it('no set-point makes a CRAC that warms the room earn power', () => {
    const range = { leastHeat: -100, mostHeat: 50, setPointMinC: 10, setPointMaxC: 30 };
    for (const T of [10, 20, 30]) {
      const cut = heatPowerCut(THESIS, range, -50, T);
      expect(cut.constant + cut.perHeat * -50 - cut.perC * T).toBeLessThanOrEqual(1e-9);
      expect(cut.perHeat).toBeGreaterThanOrEqual(0);
    }
  });
});
