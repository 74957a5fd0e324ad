import { describe, expect, it } from 'vitest';
import type { GeoCertificate } from '../../../../../src/families/geo/methods/outcome.js';
import { runDriver } from '../../../../../src/runs/control.js';
import { geoResultOf, type GeoResultParts } from '../../../../../src/families/geo/runs/result-of.js';
import { tinyGeo } from '../../../../support/geo.js';
import { reportCase } from '../report/case.js';

const { model, instance, matrices } = tinyGeo('arbitrage');
const evaluation = { ...reportCase(instance).evaluation, costUsd: 1000, violations: [] };

function warningsOf(change: Partial<GeoResultParts>): readonly string[] {
  const driver = runDriver({
    limits: { timeLimitS: null, workLimit: null },
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  const outcome = { stoppedEarly: false, warnings: [], work: {}, figures: {} };
  const request = { method: { name: 'by hand' }, seed: 1 };
  const parts = {
    request,
    model,
    matrices,
    outcome,
    claimedCostUsd: null,
    certificate: null,
    evaluation,
    driver,
    ...change,
  };
  return geoResultOf(parts).warnings.filter((text) => text.includes('one of them is wrong'));
}

const bound = (costUsd: number) => ({ costUsd, scope: 'all', work: {} }) as unknown as GeoCertificate;

describe('a geo result says that one of two figures is wrong', () => {
  it('where model and checker are a millionth apart, and not for less', () => {
    expect(warningsOf({ claimedCostUsd: 1000 * (1 + 1.1e-6) })).toHaveLength(1);
    expect(warningsOf({ claimedCostUsd: 1000 * (1 - 1.1e-6) })).toHaveLength(1);
    expect(warningsOf({ claimedCostUsd: 1000 * (1 + 0.9e-6) })).toEqual([]);
    expect(warningsOf({ claimedCostUsd: 1000 * (1 - 0.9e-6) })).toEqual([]);
  });

  it('where a plan costs a billionth less than its proven bound, and not for rounding', () => {
    expect(warningsOf({ certificate: bound(1000 * (1 + 1.1e-9)) })).toHaveLength(1);
    expect(warningsOf({ certificate: bound(1000 * (1 + 0.9e-9)) })).toEqual([]);
    expect(warningsOf({ certificate: bound(999) })).toEqual([]);
  });
});
