import { describe, expect, it } from 'vitest';
import { failuresText, spanText } from '../../../../../src/families/reward-rate/report/failures-text.js';
import type { FailureCase, SteadyState } from '../../../../../src/families/reward-rate/runs/failures.js';
import { worstFirst } from '../../../../../models/facility/limits.js';
import { plain } from '../../../../../src/reports/format.js';
import { measureText } from '../../../../../src/families/reward-rate/report/alternatives-text.js';
import { labelLines } from '../../../../../src/families/reward-rate/report/html/rack-label.js';
import { heatColour, heatScale, outletShown, zoneTitle } from '../../../../../src/reports/html/heat-scale.js';
import { plainText } from '../../../../../src/reports/html/markup.js';
import { inletShown, violationText } from '../../../../../src/reports/wording.js';

const HOT: SteadyState = {
  hottestInletC: null,
  totalPowerW: null,
  beyondModel: true,
  violations: [],
  reservesUsed: [],
};
const redLine = (where: string, value: number) => ({
  constraint: 'redLine' as const,
  where,
  unit: 'C',
  value,
  limit: 27,
  amount: value - 27,
});
const CASE: FailureCase = {
  gone: ['CRAC4'],
  onFailure: 'fanRuns',
  verdict: 'broken',
  atPlan: HOT,
  reset: null,
  redLine: 'passed',
  timeToRedLineS: 70,
  timesToRedLineS: { leastS: 55, mostS: 106 },
  otherMode: {
    onFailure: 'fanStops',
    verdict: 'holds',
    atPlan: { hottestInletC: 26.5, totalPowerW: 1, violations: [], reservesUsed: [] },
    redLine: 'kept',
    timeToRedLineS: null,
  },
  fallback: null,
  atRest: null,
};
const textOf = (one: FailureCase): string =>
  failuresText({
    assumptions: { nodeThermalMassJPerK: 1, plenumTimeConstantS: 20, horizonS: 14_400 },
    cases: [one],
  }).join('\n');

describe('times to the red line over how air mixes', () => {
  it.each([
    [10, 59, 'after under a minute'],
    [55, 106, 'after under a minute to 2 minutes'],
    [60, 61, 'after a minute to 2 minutes'],
    [179, 240, 'after 2 minutes to 4 minutes'],
    [120, 120, 'after 2 minutes'],
    [400, null, 'after 6 minutes or never'],
    [0, null, 'after under a minute or never'],
  ])('%s to %s s are told "%s"', (leastS, mostS, text) => {
    expect(spanText({ leastS, mostS })).toBe(text);
  });
});

describe('what a text says of failures', () => {
  it('a state beyond the model is hot, with minutes and without degrees, and the other mode stands beside it', () => {
    const text = textOf(CASE);
    expect(text).toContain('CRAC4 gone, fan running: beyond what this air model can tell: hot.');
    expect(text).toContain('after under a minute to 2 minutes, depending on how air mixes (0 to 0.3)');
    expect(text).toContain(
      'With its fan stopped: all limits hold at the set-points of the plan, hottest inlet 26.50 °C.',
    );
    expect(text.match(/°C/g)).toHaveLength(1);
  });

  it('tell what to do before what the other mode does, and name the worst limit until then', () => {
    const reset = {
      hottestInletC: 26,
      totalPowerW: 1,
      violations: [],
      reservesUsed: [],
      setPointsC: { CRAC1: 17, CRAC4: 20 },
    };
    const atPlan = { ...reset, hottestInletC: 32, violations: [redLine('A', 28), redLine('B', 32)] };
    const fallback: FailureCase['fallback'] = {
      scope: null,
      criticalZone: null,
      setPointsC: reset.setPointsC,
      hottestInletC: 26,
      totalPowerW: 1,
      reservesUsed: [],
      violations: [],
      rewardPerS: 1,
      lostRewardPerS: 0,
      boundRewardPerS: null,
      gap: null,
      actions: [],
      latestS: 30,
      atOnce: { hottestInletC: 26.9, timeToRedLineS: null, keepsRedLine: true },
    };
    const text = textOf({ ...CASE, verdict: 'holdsReset', atPlan, reset, fallback });
    expect(text).toContain(
      'all limits hold once set to CRAC1 17 °C. Until then red line at B: 32.00 °C against a limit of 27.00 °C, violated by 5.000 K, and 1 more.',
    );
    const order = ['once set to', 'Applied within 30 s', 'With its fan stopped'].map((words) => text.indexOf(words));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('of a matrix file it says that nothing is known of the other mode', () => {
    const { otherMode: _, ...imported } = CASE;
    expect(textOf(imported)).toContain('With its fan stopped: unknown, an imported matrix says nothing of other air.');
  });

  it('the worst violation of each limit comes first, kelvins are K, and above 45 C no degrees are told', () => {
    const all = [redLine('A', 28), { ...redLine('', 5), constraint: 'powerCap' as const, unit: 'W' }, redLine('B', 45)];
    expect(worstFirst(all).map(({ where }) => where)).toEqual(['B', '', 'A']);
    const atPlan = { hottestInletC: 45, totalPowerW: 1, violations: all, reservesUsed: [] };
    const text = textOf({ ...CASE, atPlan });
    expect(text.indexOf('red line at B')).toBeLessThan(text.indexOf('red line at A'));
    expect(violationText(redLine('B', 45))).toContain('45.00 °C against a limit of 27.00 °C, violated by 18.00 K');
    expect(violationText(redLine('B', 45.001))).toBe('red line at B: beyond what this air model can tell: hot');
    expect(plain(inletShown(45.1))).toBe('beyond what this air model can tell: hot');
    expect(plain(inletShown(45))).toBe('45.00 °C');
  });

  it('alternatives, racks of the floor plan and their tooltips say hot in place of degrees above 45 C, and colours end there', () => {
    const measures = { settings: 1, nodesOn: 1, rackSpreadW: 0 };
    expect(measureText('coolest', { ...measures, hottestInletC: 181 })).toBe(
      'hottest inlet beyond what this air model can tell: hot',
    );
    expect(measureText('coolest', { ...measures, hottestInletC: 45 })).toBe('hottest inlet 45.00 °C');
    expect(labelLines('R1', 1000, 45.01).inlet).toBe('hot');
    expect(labelLines('R1', 1000, 45).inlet).toBe('45.0 °C');
    const zone = { name: 'R1/L1', rack: 'R1', level: 1, nodePowerW: 1000 };
    const tip = (inletC: number): string => plainText(zoneTitle({ ...zone, inletC, outletC: inletC + 10 }));
    expect(tip(181)).not.toMatch(/181|191|°C/);
    expect(tip(181)).toContain('hot');
    expect(tip(45)).toContain('outlet 55.00 °C');
    // An outlet may well be warmer: it is the inlet that the model must be able to tell.
    expect(plain(outletShown(44, 60))).toBe('60.00 °C');
    const scale = heatScale(
      [
        {
          name: 'R1',
          zones: [{ ...zone, inletC: 181, outletC: 191 }],
          hottestInletC: 181,
          nodePowerW: 1,
          state: 'over',
        },
      ],
      27,
    );
    expect(scale).toEqual({ minC: 44, maxC: 45, redLineC: 27 });
    expect(heatColour(scale, 181)).toBe(heatColour(scale, 45));
  });
});
