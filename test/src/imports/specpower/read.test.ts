import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unlessRefused } from '../../../../src/imports/refused-source.js';
import { readSpecpower } from '../../../../src/imports/specpower/read.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-specpower-'));
const HEADER =
  'Hardware Vendor,System,Nodes,CPU Description,MHz,Chips,Cores,avg. watts @ 100%,avg. watts @ active idle';

/** Lists of 2022 and before: systems with a number of nodes. */
const LIST = [
  HEADER,
  '"A, Inc.",one,1,Intel Xeon E5-9000,2200,2,16,260,60',
  'B,two nodes,2,"Intel Xeon E5-9000,",2200,4,32,520,116',
  'C,three,1,Intel Xeon Processor E5-9000,2200,2,16,250,50',
  'D,bad,1,Intel Xeon E5-9000,2200,2,16,NC,NC',
  'E,other,1,Intel Xeon E5-9000 v2,2200,2,20,300,40',
  'E,other,1,Intel Xeon E5-9000V2,2200,1,10,150,30',
].join('\n');

function fileOf(text: string): string {
  const file = join(folder, 'results.csv');
  writeFileSync(file, text);
  return file;
}

async function read(words: Readonly<Record<string, unknown>>, text = LIST) {
  return readSpecpower({ files: [fileOf(text)], words });
}

async function refusalOf(words: Readonly<Record<string, unknown>>, text = LIST): Promise<string> {
  const done = await unlessRefused(() => read(words, text));
  return done.ok ? 'read' : `${done.faults[0]!.path}: ${done.faults[0]!.allowed}`;
}

describe('SPECpower results', () => {
  it('watts are by node, of the CPU by its words alone, and the median of the results', async () => {
    // Idle 60, 58, 50; full 260, 260, 250: the second is a system of two nodes.
    const { counts, quarantine } = await read({ cpu: 'Intel(R) Xeon(R) CPU E5-9000 0 @ 2.20GHz' });
    expect(counts).toMatchObject({
      results: 5,
      resultsUsed: 3,
      chipsPerNode: 2,
      coresPerNode: 16,
      idlePowerW: 58,
      fullPowerW: 260,
      corePowerW: 202 / 16,
    });
    expect(quarantine.list).toMatchObject([{ reason: 'result that SPEC found not compliant (NC)', rows: 1 }]);
  });

  it('core powers follow the mean load curve at frequency over highest frequency', async () => {
    const { counts, facts } = await read({ cpu: 'E5-9000', frequencies: '2400,1.2,2.04', nodeType: 'big' });
    const top = 202 / 16;
    // At 0.85 between 0.713 and 0.884; at 0.5 the table's 0.396.
    expect(counts['pStates']).toMatchObject([
      { frequencyGHz: 2.4, corePowerW: top },
      { frequencyGHz: 2.04, corePowerW: expect.closeTo(top * 0.7985, 9) as number },
      { frequencyGHz: 1.2, corePowerW: expect.closeTo(top * 0.396, 9) as number },
    ]);
    expect(facts.every(({ kind }) => kind === 'derived')).toBe(true);
    expect(facts.map(({ field }) => field)).toContain('nodeTypes.big.pStates[2].corePowerW');
    expect(facts.every(({ value, low, high }) => low! < Number(value) && Number(value) < high!)).toBe(true);
  });

  it('few results have the interval of all servers of one CPU, many their own', async () => {
    const few = (await read({ cpu: 'E5-9000' })).facts[0]!;
    expect(few.low).toBeCloseTo(58 * (1 - 1.645 * 0.22), 9);
    // 21 results of 40, 41 .. 60 W idle.
    const many = Array.from({ length: 21 }, (_, n) => `A,one,1,E5-9000,2200,2,16,260,${40 + n}`);
    const of21 = (await read({ cpu: 'E5-9000' }, [HEADER, ...many].join('\n'))).facts[0]!;
    expect(of21).toMatchObject({ value: 50, low: 41, high: 59 });
  });

  it('a CPU is another one with another version, however it is written', async () => {
    expect((await read({ cpu: 'E5-9000 V2', chips: 1 })).counts).toMatchObject({ resultsOfCpu: 2, idlePowerW: 30 });
  });

  it('nodes of several kinds are asked for', async () => {
    expect(await refusalOf({ cpu: 'E5-9000v2' })).toBe(
      '--chips: one kind of node: 2 chips and 20 cores (1 results), 1 chips and 10 cores (1 results)',
    );
    expect(await refusalOf({ cpu: 'E5-9000v2', cores: 10 })).toBe('read');
    expect(await refusalOf({ cpu: 'E5-9000v2', cores: 12 })).toMatch(/^--chips: one kind of node/);
  });

  it('the list without nodes has other names of columns, and is warned of', async () => {
    const text =
      ',Hardware Vendor,avg. watts @ 100%,avg. watts @ active idle,# Cores,Chips,CPU Description\n1,A,400,100,64,2,EPYC 9999\n';
    const { counts, warnings } = await read({ cpu: 'AMD EPYC 9999 64-Core Processor' }, text);
    expect(counts).toMatchObject({ idlePowerW: 100, corePowerW: 300 / 64 });
    expect(warnings[0]).toMatch(/states no nodes/);
  });

  it('an unknown CPU is refused, and so are frequencies that are none and a file of another kind', async () => {
    expect(await refusalOf({ cpu: 'E5-9001' })).toBe('--cpu: a CPU that has published results');
    expect(await refusalOf({ cpu: 'E5-9000', frequencies: '2.4;2.1' })).toMatch(/^--frequencies: /);
    expect(await refusalOf({ cpu: 'x' }, 'time,power\n1,2\n')).toMatch(/with CPU Description, Chips/);
  });
});
