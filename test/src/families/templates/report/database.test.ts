import { describe, expect, it } from 'vitest';
import { databaseText } from '../../../../../src/families/templates/report/database.js';

const NONE = { count: 0, worst: 0, worstState: null };
const EFFECT = {
  states: 18,
  work: NONE,
  power: NONE,
  outlet: NONE,
  fewerThanRunning: NONE,
  workChange: { mean: 0, least: 0 },
};

describe('what is in a database', () => {
  it('says in a whole sentence that quadrants are allowed fewer cores than run', () => {
    const safe = { ...EFFECT, fewerThanRunning: { count: 3, worst: 5, worstState: 7 } };
    const text = databaseText(
      {
        schemaVersion: 1,
        plenumVersion: 'test',
        instanceName: 'tiny',
        instanceSha256: '0',
        rounding: 'safe',
        roundingEffects: { safe, ceiling: EFFECT },
        airflow: { kind: 'imported', summary: 'drawn', rowSumError: 0, conservationError: 0 },
      },
      {
        states: 24,
        optimal: 18,
        infeasible: 6,
        binding: { work: 18, 'infeasible-power': 6 },
        ventCombinations: { best: 1, all: 4 },
        largestGap: 0,
        largestGapState: 0,
        brokenLimits: [],
        breakingSeveral: 0,
      },
    );
    expect(text).toContain('; a quadrant is allowed fewer cores than run already 3 times (by 5 at worst, state 7)\n');
    expect(text.match(/fewer cores/g)).toHaveLength(1);
  });
});
