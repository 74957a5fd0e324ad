import { describe, expect, it } from 'vitest';
import { mixedByCellsWarnings } from '../../../src/workbench/mixing-warnings.js';

describe('air that cells alone mix', () => {
  const cellM = { x: 0.3, y: 0.3, z: 0.35 };
  const ofCells = { lowM2PerS: 0.04, medianM2PerS: 0.13, highM2PerS: 0.4 };

  it('is warned of above 0.45 of all that moves, by room', () => {
    const room = { cellM, ofCells, statedM2PerS: 0.075 };
    expect(mixedByCellsWarnings([{ ...room, mixedByCells: 0.45 }])).toEqual([]);
    expect(mixedByCellsWarnings([{ cellM, ofCells, statedM2PerS: 0 }])).toEqual([]);
    expect(
      mixedByCellsWarnings([
        { ...room, mixedByCells: 0.46 },
        { ...room, room: 'hall', mixedByCells: 0.77 },
      ]),
    ).toEqual([
      expect.stringMatching(/^airflow\.mixingM2PerS: cells alone mix 46 % of the air more than 0\.075 m2\/s/),
      expect.stringMatching(/^room hall: airflow\.mixingM2PerS: cells alone mix 77 %/),
    ]);
  });
});
