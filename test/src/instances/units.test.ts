import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { fieldUnit, quantityIn, unitText } from '../../../src/instances/units.js';

const SCHEMAS = ['geo', 'jobs', 'reward-rate', 'robust', 'templates', 'utility'];

/** Every numeric field of a schema with the unit it states, '' where it states none. */
function fieldsOf(family: string): Map<string, Set<string>> {
  const fields = new Map<string, Set<string>>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as { properties?: Record<string, { unit?: string; type?: string }> };
    for (const [name, { unit, type }] of Object.entries(properties ?? {})) {
      if (type !== 'number' && type !== 'integer') continue;
      fields.set(name, (fields.get(name) ?? new Set()).add(unit === undefined || unit === '1' ? '' : unit));
    }
    for (const below of Object.values(node)) visit(below);
  };
  visit(JSON.parse(readFileSync(`instances/${family}.schema.json`, 'utf8')));
  return fields;
}

/** Names that end as a unit and whose schema writes it another way: the budget of a day is in J there. */
const WRITTEN_OTHERWISE: Readonly<Record<string, string>> = {
  energyBudgetJPerDay: 'J/d',
  costBudgetUsdPerDay: 'USD/d',
  tasksPerDay: '1/d',
  epochMinutes: 'min',
  latitudeDeg: 'deg',
  longitudeDeg: 'deg',
  heatCapacityJPerKgK: 'J/(kg K)',
};
/** Fields whose names say no unit, though their schema does: they take plain numbers. */
const SILENT = ['atHighestFrequency', 'atLowestFrequency', 'x', 'y', 'z'];

describe('the unit that a name of a field says', () => {
  test.each(SCHEMAS)('is the one its schema states (%s)', (family) => {
    const wrong: string[] = [];
    for (const [name, units] of fieldsOf(family)) {
      const said = WRITTEN_OTHERWISE[name] ?? '';
      const unit = unitText(fieldUnit(name)) ?? '';
      if (SILENT.includes(name) ? unit !== '' : !(units.has(unit) || (said !== '' && said === unit))) {
        wrong.push(`${name}: ${[...units].join(' or ')}, not ${unit}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a quantity', () => {
  test.each([
    ['100 kW', 'limits.powerCapW', 100_000],
    ['1.005kW', 'powerCapW', 1005],
    ['20 min', 'timeS', 1200],
    ['90 s', 'epochMinutes', 1.5],
    ['5 /min', 'arrivalRatePerS', 5 / 60],
    ['60 1/min', 'taskTypes[*].arrivalRatePerS', 1],
    ['95 %', 'upsEfficiency', 0.95],
    ['10 USD/MWh', 'usdPerKwh', 0.01],
    ['1 kWh', 'energyBudgetJ', 3_600_000],
    ['500 MJ/d', 'energyBudgetJPerDay', 5e8],
    ['2 GiB', 'memoryMiB', 2048],
    ['25 \u00b0C', 'redLineC', 25],
    ['3600 m3/h', 'airFlowM3PerS', 1],
    ['1.5 kJ/K', 'thermalMassJPerK', 1500],
    ['100', 'powerCapW', 100],
    ['-1e-3', 'count', -0.001],
  ])('"%s" of %s is %d', (text, field, value) => {
    expect(quantityIn(text, fieldUnit(field))).toBe(value);
  });

  test.each([
    ['3 kWh', 'powerCapW', 'takes W, kW, MW, GW'],
    ['300 K', 'redLineC', 'takes C'],
    ['100 mW', 'powerCapW', 'takes W, kW'],
    ['100 KW', 'powerCapW', 'takes W, kW'],
    ['7 s', 'count', 'plain numbers'],
    ['5 s', 'arrivalRatePerS', 'does not fit: the field is in 1/s'],
    ['5 USD', 'usdPerKwh', 'USD/kWh'],
    ['1e999', 'count', 'no number'],
    ['kW', 'powerCapW', 'no number'],
    ['', 'powerCapW', 'no number'],
    ['0x10', 'count', 'plain numbers'],
  ])('"%s" of %s is refused', (text, field, fault) => {
    expect(quantityIn(text, fieldUnit(field))).toHaveProperty('fault', expect.stringContaining(fault));
  });

  it('in kW is the watts that its digits say, with no rounding', () => {
    for (let n = 1; n < 2000; n++) {
      expect(quantityIn(`${(n / 1000).toFixed(3)} kW`, fieldUnit('powerCapW'))).toBe(n);
    }
  });
});
