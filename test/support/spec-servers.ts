/**
 * The 25 servers of Table A.1 (thesis, appendix A), with what the table leaves out, and their processors. Where every figure comes
 * from is in docs/decisions/robust-data.md.
 */

/** Server of Table A.1: a published SPECpower_ssj2008 result. Cores and powers are those of the whole result. */
export interface Server {
  readonly node: number;
  readonly processor: string;
  readonly cores: number;
  /** Number of servers in the result's chassis: components are counted per server. */
  readonly servers: number;
  readonly idlePowerW: number;
  readonly fullPowerW: number;
  readonly memoryModules: number;
  readonly hardDisks: number;
  readonly solidStateDrives: number;
  readonly cards: number;
  readonly submitted: string;
  readonly system: string;
}

/** Servers of Table A.1 with their SPECpower results: idle and full power, W, are those of the whole system. */
const SERVER_TABLE = `
node | processor        | cores | servers | idle W | full W | DIMMs | drives | cards | submitted  | system
1    | Opteron 6278     | 64    | 1       | 176    | 713    | 32    | 2 HDD  | 2     | 2012-06-21 | Acer AR585 F1
2    | Xeon E3-1260L    | 4     | 1       | 17.8   | 57.2   | 2     | 1 SSD  | 0     | 2011-06-16 | Fujitsu PRIMERGY RX100 S7
3    | Opteron 6238     | 24    | 1       | 89.8   | 290    | 8     | 1 HDD  | 1     | 2012-03-14 | Acer AR385 F1
4    | Xeon E5645       | 12    | 1       | 63.1   | 200    | 4     | 1 HDD  | 0     | 2011-12-28 | NEC Express5800/E120b-1
5    | Xeon E7-4870     | 40    | 1       | 423    | 837    | 16    | 1 SSD  | 3     | 2011-08-10 | Hitachi HA8000/RS440 (AL)
6    | Xeon E5-2470     | 8     | 1       | 52.7   | 156    | 2     | 1 SSD  | 1     | 2012-08-22 | Hitachi HA8000/TS10-hJM
7    | Xeon X3470       | 4     | 1       | 46.5   | 118    | 2     | 1 SSD  | 0     | 2011-06-29 | NEC Express5800/R110c-1
8    | Xeon E5-2660     | 16    | 1       | 56.5   | 190    | 4     | 1 SSD  | 1     | 2012-08-22 | IBM System x3550 M4
9    | Xeon E3-1265L v2 | 4     | 1       | 18.9   | 55.3   | 2     | 1 SSD  | 0     | 2012-07-11 | Fujitsu PRIMERGY TX140 S1p
10   | Xeon E3-1280     | 4     | 1       | 24.2   | 98.4   | 2     | 1 HDD  | 0     | 2011-08-24 | Hitachi HA8000/TS10 (DL)
11   | Xeon X5675       | 12    | 1       | 55.6   | 216    | 4     | 1 SSD  | 0     | 2011-10-19 | HP ProLiant DL360 G7
12   | Opteron 6276     | 32    | 1       | 68.9   | 308    | 8     | 1 SSD  | 1     | 2011-11-14 | HP ProLiant DL165 G7
13   | Xeon X5675       | 12    | 1       | 125    | 301    | 6     | 1 SSD  | 0     | 2011-08-10 | Hitachi HA8000/TS20 (AL)
14   | Xeon X3470       | 4     | 1       | 35.4   | 125    | 2     | 1 HDD  | 0     | 2011-02-17 | Acer AT310 F1
15   | Xeon E5-2660     | 64    | 4       | 331    | 1275   | 8     | 1 SSD  | 1     | 2012-10-03 | Acer AW2000h-AW170h F2
16   | Xeon E7330       | 16    | 1       | 418    | 627    | 16    | 2 HDD  | 3     | 2011-02-23 | HP ProLiant DL580 G5
17   | Xeon X5670       | 24    | 2       | 101    | 475    | 6     | 1 SSD  | 0     | 2010-04-07 | IBM iDataPlex dx360 M3
18   | Xeon E3110       | 2     | 1       | 75.2   | 117    | 4     | 2 HDD  | 2     | 2011-02-17 | IBM System x3200 M2
19   | Xeon E5-2440     | 12    | 1       | 55.1   | 207    | 4     | 1 SSD  | 1     | 2012-05-30 | Huawei RH2285 V2
20   | Xeon E5-2470     | 16    | 1       | 47.9   | 264    | 6     | 1 SSD  | 1     | 2012-10-17 | Dell PowerEdge R520
21   | Xeon E5-2660     | 16    | 1       | 59.5   | 261    | 6     | 1 SSD  | 2     | 2012-10-17 | Cisco UCS C220 M3
22   | Xeon E3-1265L v2 | 4     | 1       | 15.7   | 56.2   | 2     | 1 SSD  | 0     | 2012-05-30 | Fujitsu PRIMERGY TX120 S3p
23   | Xeon E5-2660     | 16    | 1       | 54     | 245    | 6     | 1 HDD  | 0     | 2012-10-03 | Fujitsu PRIMERGY RX300 S7
24   | Xeon E5-4640     | 32    | 1       | 92.7   | 430    | 12    | 1 SSD  | 1     | 2012-06-28 | Huawei RH2485 V2
25   | Xeon E5-2470     | 16    | 1       | 80.6   | 294    | 4     | 1 SSD  | 1     | 2012-08-22 | Hitachi HA8000/TS20BM
`;

/** Servers in the order of the table: node 1 first. */
export const SERVERS: readonly Server[] = SERVER_TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line): Server => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [drives, kind] = cells[7]!.split(' ');
    return {
      node: Number(cells[0]),
      processor: cells[1]!,
      cores: Number(cells[2]),
      servers: Number(cells[3]),
      idlePowerW: Number(cells[4]),
      fullPowerW: Number(cells[5]),
      memoryModules: Number(cells[6]),
      hardDisks: kind === 'HDD' ? Number(drives) : 0,
      solidStateDrives: kind === 'SSD' ? Number(drives) : 0,
      cards: Number(cells[8]),
      submitted: cells[9]!,
      system: cells[10]!,
    };
  });

/**
 * Clock frequencies of a processor, highest first, and its supply voltage: an estimate, linear in frequency between the
 * ends.
 */
export interface Processor {
  readonly frequenciesMHz: readonly number[];
  readonly highestV: number;
  readonly lowestV: number;
}

/** Frequencies, MHz, and estimated voltages, V, of the processors in the table above. */
export const PROCESSORS: ReadonlyMap<string, Processor> = new Map<string, Processor>([
  ['Opteron 6238', { frequenciesMHz: [2600, 2300, 2000, 1700, 1400], highestV: 1.275, lowestV: 0.95 }],
  ['Opteron 6276', { frequenciesMHz: [2300, 2100, 1900, 1700, 1400], highestV: 1.275, lowestV: 0.95 }],
  ['Opteron 6278', { frequenciesMHz: [2400, 2200, 2000, 1700, 1400], highestV: 1.275, lowestV: 0.95 }],
  [
    'Xeon E3-1260L',
    { frequenciesMHz: [2400, 2300, 2200, 2100, 2000, 1900, 1800, 1700, 1600], highestV: 1.2, lowestV: 0.8 },
  ],
  [
    'Xeon E3-1265L v2',
    { frequenciesMHz: [2500, 2400, 2300, 2200, 2100, 2000, 1900, 1800, 1700, 1600], highestV: 1.15, lowestV: 0.8 },
  ],
  [
    'Xeon E3-1280',
    {
      frequenciesMHz: [
        3500, 3400, 3300, 3200, 3100, 3000, 2900, 2800, 2700, 2600, 2500, 2400, 2300, 2200, 2100, 2000, 1900, 1800,
        1700, 1600,
      ],
      highestV: 1.25,
      lowestV: 0.8,
    },
  ],
  ['Xeon E3110', { frequenciesMHz: [3000, 2667, 2333, 2000], highestV: 1.363, lowestV: 0.85 }],
  [
    'Xeon E5-2440',
    {
      frequenciesMHz: [2400, 2300, 2200, 2100, 2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300, 1200],
      highestV: 1.2,
      lowestV: 0.8,
    },
  ],
  [
    'Xeon E5-2470',
    {
      frequenciesMHz: [2300, 2200, 2100, 2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300, 1200],
      highestV: 1.2,
      lowestV: 0.8,
    },
  ],
  [
    'Xeon E5-2660',
    { frequenciesMHz: [2200, 2100, 2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300, 1200], highestV: 1.2, lowestV: 0.8 },
  ],
  [
    'Xeon E5-4640',
    {
      frequenciesMHz: [2400, 2300, 2200, 2100, 2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300, 1200],
      highestV: 1.2,
      lowestV: 0.8,
    },
  ],
  ['Xeon E5645', { frequenciesMHz: [2400, 2267, 2133, 2000, 1867, 1733, 1600], highestV: 1.2, lowestV: 0.8 }],
  [
    'Xeon E7-4870',
    { frequenciesMHz: [2400, 2267, 2133, 2000, 1867, 1733, 1600, 1467, 1333, 1200, 1067], highestV: 1.2, lowestV: 0.8 },
  ],
  ['Xeon E7330', { frequenciesMHz: [2400, 2133, 1867, 1600], highestV: 1.35, lowestV: 1 }],
  [
    'Xeon X3470',
    {
      frequenciesMHz: [2933, 2800, 2667, 2533, 2400, 2267, 2133, 2000, 1867, 1733, 1600, 1467, 1333, 1200],
      highestV: 1.25,
      lowestV: 0.8,
    },
  ],
  [
    'Xeon X5670',
    { frequenciesMHz: [2933, 2800, 2667, 2533, 2400, 2267, 2133, 2000, 1867, 1733, 1600], highestV: 1.2, lowestV: 0.8 },
  ],
  [
    'Xeon X5675',
    {
      frequenciesMHz: [3067, 2933, 2800, 2667, 2533, 2400, 2267, 2133, 2000, 1867, 1733, 1600],
      highestV: 1.2,
      lowestV: 0.8,
    },
  ],
]);
