/** Memory class of a benchmark, by its use of memory: I heavy, II medium, III light, IV very light. */

export type MemoryClass = 'I' | 'II' | 'III' | 'IV';
export type Benchmark = (typeof BENCHMARKS)[number];
export type ServerName = 'TS140' | 'Z600' | 'Z820';
export type WorkloadName = 'memory' | 'hybrid' | 'cpu' | 'all';

/** Benchmark programs of the thesis, which are its task types, in the order of its tables (appendix F). */
export const BENCHMARKS = [
  'canneal',
  'cg',
  'ua',
  'sp',
  'lu',
  'fluidanimate',
  'blackscholes',
  'bodytrack',
  'ep',
  'swaptions',
] as const;

/** Memory class of each benchmark (thesis section 3.5.2). */
export const MEMORY_CLASS: Readonly<Record<Benchmark, MemoryClass>> = {
  canneal: 'I',
  cg: 'I',
  ua: 'I',
  sp: 'II',
  lu: 'II',
  fluidanimate: 'II',
  blackscholes: 'III',
  bodytrack: 'III',
  ep: 'IV',
  swaptions: 'IV',
};

/** Benchmarks that run in each workload of the thesis (section 3.5.2). The workload `all` is ours. */
export const WORKLOADS: Readonly<Record<WorkloadName, readonly Benchmark[]>> = {
  memory: ['canneal', 'cg', 'ua', 'sp', 'lu'],
  hybrid: ['ua', 'sp', 'lu', 'fluidanimate', 'blackscholes'],
  cpu: ['fluidanimate', 'blackscholes', 'bodytrack', 'ep', 'swaptions'],
  all: BENCHMARKS,
};

/** Range of memory intensity of each class, last-level-cache misses per instruction (thesis appendix F). */
export const MEMORY_CLASS_BOUNDS: Readonly<Record<MemoryClass, readonly [low: number, high: number]>> = {
  I: [0.01, 1],
  II: [0.001, 0.01],
  III: [1e-5, 1e-3],
  IV: [0, 1e-5],
};

/** Coefficients u, v, w, x, y, z of the co-located execution time (Eq. 21), in the order of Tables F.2-F.7. */
export type Coefficients = readonly [u: number, v: number, w: number, x: number, y: number, z: number];

export interface Server {
  readonly name: ServerName;
  readonly description: string;
  readonly cores: number;
  /** Idle power (Table F.1), W. */
  readonly idlePowerW: number;
  /** Air flow (Table 3.2), m3/s. */
  readonly airFlowM3PerS: number;
  /** Frequencies of the P-states, GHz (docs/decisions/p-states.md). */
  readonly pStateFrequenciesGHz: readonly number[];
  /** Execution time of each benchmark at the highest frequency without co-location, s (Table F.8). */
  readonly timeAtHighestS: readonly number[];
  /** Execution time of each benchmark at the lowest frequency without co-location, s (Table F.9). */
  readonly timeAtLowestS: readonly number[];
  /** Core power of each benchmark at the highest frequency, W (Table F.10). */
  readonly powerAtHighestW: readonly number[];
  /** Core power of each benchmark at the lowest frequency, W (Table F.11). */
  readonly powerAtLowestW: readonly number[];
  readonly coefficients: Readonly<Record<MemoryClass, Coefficients>>;
}

/** Server models of the thesis, which are its node types (Tables 3.2 and F.1 to F.11). */
export const SERVERS: readonly Server[] = [
  {
    name: 'TS140',
    description: 'Lenovo TS140, Xeon E3-1225v3',
    cores: 4,
    idlePowerW: 30,
    airFlowM3PerS: 0.0284,
    pStateFrequenciesGHz: [3.2, 3.0, 2.9, 2.7, 2.6, 2.4, 2.2, 2.1, 1.9, 1.8, 1.6, 1.4, 1.3, 1.1, 1.0, 0.8],
    timeAtHighestS: [148, 110, 211, 214, 276, 359, 236, 178, 273, 297],
    timeAtLowestS: [345, 333, 687, 752, 942, 1403, 717, 657, 1117, 1234],
    powerAtHighestW: [5.6, 7.1, 7.1, 6.5, 5.1, 8.6, 7.1, 3.9, 7.9, 8.5],
    powerAtLowestW: [1.2, 1.7, 1.9, 2.0, 2.1, 1.2, 0.9, 1.4, 0.9, 0.8],
    coefficients: {
      I: [23.4, 1.2, 21.0, 725, 39, -121],
      II: [17.7, 1.0, -1.6, 1191, -3054443, 25871],
      III: [56.7, 0.9, -76.3, -625, 149591, 257],
      IV: [26.3, 0.9, -66.3, 1702, -38176035, 490],
    },
  },
  {
    name: 'Z600',
    description: 'HP Z600, Xeon E5649',
    cores: 6,
    idlePowerW: 142.4,
    airFlowM3PerS: 0.0519,
    pStateFrequenciesGHz: [2.534, 2.533, 2.4, 2.267, 2.133, 2.0, 1.867, 1.733, 1.6],
    timeAtHighestS: [195, 132, 316, 343, 368, 559, 315, 297, 397, 485],
    timeAtLowestS: [250, 195, 474, 561, 624, 977, 492, 452, 715, 873],
    powerAtHighestW: [6.5, 7.9, 10.1, 9.3, 11.6, 9.9, 7.7, 10.6, 9.0, 9.6],
    powerAtLowestW: [4.0, 5.5, 5.0, 6.4, 6.5, 4.9, 4.0, 5.5, 4.1, 4.5],
    coefficients: {
      I: [21.0, 1.2, 43.9, 1083, 51, -184],
      II: [7.7, 1.4, -9.3, 875, -21936224, 120],
      III: [8.1, 1.0, 27.4, 1795, 5230, -75],
      IV: [8.1, 0.2, -241.2, 1917, -182980864, 1331],
    },
  },
  {
    name: 'Z820',
    description: 'HP Z820, Xeon E5-2697v2',
    cores: 12,
    idlePowerW: 156,
    airFlowM3PerS: 0.0566,
    pStateFrequenciesGHz: [2.7, 2.6, 2.5, 2.4, 2.3, 2.2, 2.1, 2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2],
    timeAtHighestS: [178, 146, 171, 328, 229, 365, 222, 184, 328, 277],
    timeAtLowestS: [385, 280, 457, 742, 636, 1005, 525, 507, 742, 797],
    powerAtHighestW: [4.3, 6.7, 3.3, 6.7, 9.5, 6.0, 8.8, 3.3, 5.3, 3.3],
    powerAtLowestW: [2.3, 3.4, 1.0, 4.4, 5.5, 2.4, 4.8, 1.0, 1.4, 1.1],
    // Third row of Table F.4 (w) repeats Table F.3's: re-fitted; v of class IV too. docs/decisions/memory-intensity.md
    coefficients: {
      I: [5.3, 0.9, -13.9, 300, 13733, -192],
      II: [6.2, 0.7, -82, 1043, -102387, 447],
      III: [2.6, 1.1, 20.9, 273, -39953, -76],
      IV: [2.0, 0.82, -56, 350, 1, 206],
    },
  },
];
