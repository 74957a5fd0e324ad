import { isLimitName, type LimitName } from '../../../models/facility/limits.js';
import { FAMILIES } from '../../../src/families/registry.js';
import { repository } from '../../support/repository.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BindingConstraint } from '../../../models/families/binding-constraint.js';
import {
  groupedBinding,
  isMet,
  priceOf,
  reading,
  violationText,
  shownViolations,
  violationLines,
} from '../../../src/reports/wording.js';

const cap: BindingConstraint = {
  constraint: 'powerCap',
  where: '',
  unit: 'W',
  value: 190_000,
  limit: 190_000,
  marginalValue: 0.0004,
};

describe('reading', () => {
  it('prices power per kW, not per W', () => {
    expect(priceOf(cap)).toEqual({ rewardPerS: 0.4, per: 'kW', step: '1 kW' });
    expect(reading(cap)).toBe('The facility draws all the power it may; 1 kW more would earn about 0.4000 reward/s.');
  });

  it('does not call a limit met that the plan is far from', () => {
    const far = { ...cap, value: 172_000 };
    expect(isMet(far)).toBe(false);
    expect(reading(far)).toBe(
      'This plan is 18.00 kW below the power cap, which holds the proven bound down; 1 kW more would earn about 0.4000 reward/s.',
    );
    expect(isMet({ unit: 'C', value: 24.998, limit: 25 })).toBe(false);
    expect(isMet({ unit: 'C', value: 24.9989, limit: 25 })).toBe(false);
    expect(isMet({ unit: 'C', value: 24.9991, limit: 25 })).toBe(true);
    expect(isMet({ ...cap, value: 189_809 })).toBe(false);
    expect(isMet({ ...cap, value: 189_811 })).toBe(true);
    expect(isMet({ unit: 'C', value: 24.9999, limit: 25 })).toBe(true);
  });

  it('tells no price from a price of zero and a negative price', () => {
    expect(reading({ ...cap, marginalValue: null })).toContain('the method gives no price');
    expect(reading({ ...cap, marginalValue: 0 })).toContain('earns nothing');
    expect(reading({ ...cap, marginalValue: -0.0004 })).toContain('would cost about 0.4000 reward/s');
  });

  it('has words for a limit it does not know, whatever its name', () => {
    for (const constraint of ['noise', 'constructor', '__proto__'] as string[] as LimitName[]) {
      expect(reading({ ...cap, constraint, where: 'Hall', unit: 'dB' })).toContain(`"${constraint}" at Hall`);
    }
  });
});

describe('groupedBinding', () => {
  it('sets zones apart only where the red line as a whole is listed, and keeps their places', () => {
    const whole = { ...cap, constraint: 'redLine' as const, unit: 'C' };
    const zone = { ...whole, where: 'R1/L1' };
    const indices = (binding: BindingConstraint[]): number[][] => {
      const { main, zones } = groupedBinding(binding);
      return [main.map(({ index }) => index), zones.map(({ index }) => index)];
    };
    expect(indices([cap, whole, zone])).toEqual([[0, 1], [2]]);
    expect(indices([cap, zone])).toEqual([[0, 1], []]);
  });
});

describe('violationText', () => {
  it('keeps the digits of a violation far smaller than its limit', () => {
    const violation = {
      constraint: 'powerCap' as const,
      where: '',
      unit: 'W',
      value: 190_000.002,
      limit: 190_000,
      amount: 0.002,
    };
    expect(violationText(violation)).toContain('violated by 0.002000 W');
  });

  it('shows no made-up figures for a fault that has no amount', () => {
    const fault = { constraint: 'plan' as const, where: 'unknown zone', unit: 'count', value: 2, limit: 0, amount: 2 };
    expect(violationText(fault)).toBe('plan: unknown zone (2 times)');
  });
});

describe('violations that a text shows', () => {
  const hot = (zone: number) => {
    const amount = (1 + zone) / 2;
    return { constraint: 'redLine' as const, where: `Z${zone}`, unit: 'C', value: 25 + amount, limit: 25, amount };
  };
  const cap = { constraint: 'powerCap' as const, where: '', unit: 'W', value: 1200, limit: 1000, amount: 200 };

  it('are ten, the worst of each kind first, and the others are counted', () => {
    const all = [...Array.from({ length: 30 }, (_, n) => hot(n)), cap];
    const { texts, more } = shownViolations(all);
    expect([texts.length, more]).toEqual([10, 21]);
    expect(texts.slice(0, 3)).toEqual([
      'red line at Z29: 40.00 °C against a limit of 25.00 °C, violated by 15.00 K',
      'power cap: 1.200 kW against a limit of 1.000 kW, violated by 200.0 W',
      'red line at Z28: 39.50 °C against a limit of 25.00 °C, violated by 14.50 K',
    ]);
    expect(violationLines(all).slice(-2)).toEqual([
      '  red line at Z21: 36.00 °C against a limit of 25.00 °C, violated by 11.00 K',
      '  and 21 more (all with --json)',
    ]);
  });

  it('are all of them where they are few, with no count of others', () => {
    expect(shownViolations([hot(0)]).more).toBe(0);
    expect(violationLines([hot(0)])).toHaveLength(1);
    expect(violationLines([])).toEqual([]);
  });
});

describe('the catalogue of limits', () => {
  it('has every limit that the pages on checkers list', () => {
    const pages = ['docs/checker.md', ...FAMILIES.map(({ name }) => `docs/${name}/checker.md`)];
    const listed = pages.flatMap((page) =>
      readFileSync(join(repository, page), 'utf8')
        .split('\n')
        .filter((line) => /^\| *`[a-zA-Z]+`/.test(line))
        .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([a-zA-Z]+)`/g)].map(([, name]) => name!)),
    );
    const ofFindings = ['constraint', 'claimed'];
    const ofPlans = [
      'format',
      'formatVersion',
      'instance',
      'method',
      'checkpointIntervalS',
      'points',
      'runs',
      'dropped',
    ];
    const FIELDS = [...ofFindings, ...ofPlans, 'room', 'anchored'];
    const unknown = listed.filter((name) => !isLimitName(name) && !FIELDS.includes(name));
    expect(unknown).toEqual(['literal', 'none']);
    expect(listed.length).toBeGreaterThan(90);
  });
});
