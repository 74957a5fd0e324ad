import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RewardRatePlan } from '../../../../../models/families/reward-rate/plan.js';
import { PLAN_CSV_COLUMNS, planCsv } from '../../../../../src/families/reward-rate/report/plan-csv.js';
import { awkward, infeasiblePlan } from '../../../../fixtures/report/awkward.js';
import { facilityInput } from '../../../../fixtures/report/facility.js';
import type { ReportRequest } from '../../../../../src/families/reward-rate/report/input.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** RFC 4180, written apart from the writer. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let value = '';
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at++) {
        if (text[at] === '"') at++;
        value += text[at]!;
      }
      at++;
    } else {
      while (text[at] !== ',' && text[at] !== '\r') value += text[at++]!;
    }
    row.push(value);
    if (text[at] === ',') at++;
    else {
      expect(text.slice(at, at + 2)).toBe('\r\n');
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

type Row = Record<(typeof PLAN_CSV_COLUMNS)[number], string>;

function rowsOf({ instance, matrix }: ReportRequest, plan: RewardRatePlan): Row[] {
  const [header, ...rows] = parseCsv(planCsv(instance, matrix.zones, plan));
  expect(header).toEqual([...PLAN_CSV_COLUMNS]);
  return rows.map((row) => {
    expect(row).toHaveLength(PLAN_CSV_COLUMNS.length);
    return Object.fromEntries(PLAN_CSV_COLUMNS.map((column, i) => [column, row[i]!])) as Row;
  });
}

describe('planCsv', () => {
  it('leads with the exact set-points', () => {
    const [first] = rowsOf(awkward, awkward.plan!);
    expect(first).toMatchObject({ record: 'set_point', crac: 'CRAC <b>"x"&', set_point_c: '15.123456789', rack: '' });
  });

  it('accounts for every core of every slot, once', () => {
    const room = facilityInput(30);
    const rows = rowsOf(room, room.plan!).filter(({ record }) => record === 'cores');
    const cores = new Map(room.instance.facility.nodeTypes.map((type) => [type.name, type.cores]));
    for (const zone of room.matrix.zones) {
      const inZone = rows.filter((row) => row.zone === zone.name);
      const slots = new Map<string, Row[]>();
      for (const row of inZone) slots.set(row.first_slot, [...(slots.get(row.first_slot) ?? []), row]);
      let next = zone.firstSlot;
      for (const [firstSlot, run] of slots) {
        expect(Number(firstSlot)).toBe(next);
        next = Number(run[0]!.last_slot) + 1;
        expect(Number(run[0]!.nodes)).toBe(next - Number(firstSlot));
        const time = run.reduce((sum, row) => sum + Number(row.cores) * Number(row.time_fraction), 0);
        expect(time).toBeCloseTo(cores.get(zone.nodeType)!, 9);
      }
      expect(next).toBe(zone.firstSlot + zone.nodeCount);
    }
  });

  it('gives the clock of the P-state and leaves idle time without a task type', () => {
    const rows = rowsOf(awkward, awkward.plan!).filter(({ core_set, nodes }) => core_set === '1' && nodes === '3');
    expect(rows.map((row) => [row.p_state, row.frequency_ghz, row.time_fraction])).toEqual([
      ['0', '2.5', '0.25'],
      ['2', '1.5', '0.5'],
      ['', '', '0.25'],
    ]);
  });

  it('keeps what the facility does not know, without inventing slots or clocks', () => {
    const stray = rowsOf(infeasiblePlan, infeasiblePlan.plan!).at(-1)!;
    expect(stray).toMatchObject({ zone: 'nowhere', rack: '', first_slot: '', p_state: '9', frequency_ghz: '' });
  });

  it('reads back any name; those that begin like a formula have an apostrophe before them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const zones = [{ ...awkward.matrix.zones[0]!, rack: name }];
        const rows = parseCsv(planCsv(awkward.instance, zones, awkward.plan!));
        expect(rows[2]![PLAN_CSV_COLUMNS.indexOf('rack')]).toBe(
          /^'*[=+\-@\t\r](?![\d.]*$)/.test(name) ? `'${name}` : name,
        );
      }),
      { seed: 5, examples: [['a,"b"\r\nc'], ['""'], ['\n'], ['=1+1'], ['-1']], numRuns: fuzzCount(100) },
    );
  });
});
