import type { RandomStream } from '../../src/random/stream.js';

/**
 * Seeded random damage to files: to the structure and values of JSON, to cells of tables, and to bytes of any file.
 * Here: numbers that replace others.
 */

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  2,
  0.5,
  1e-9,
  1e-300,
  5e-324,
  1e6,
  1e9,
  1e12,
  1e15,
  1e30,
  -1e30,
  1e300,
  -1e300,
  1e-320,
  2 ** 31,
  2 ** 53,
];
const TEXTS = [
  '',
  ' ',
  'x',
  '=1+1',
  'a\nb',
  '\u2028',
  '\ud800',
  '__proto__',
  'constructor',
  '../x',
  '/dev/zero',
  '🖥',
  'NaN',
];
const CELLS = [
  '',
  '1e30',
  '-0',
  'NaN',
  '"',
  '""',
  'nan',
  '-1',
  '1e999',
  '0x10',
  '\t',
  ';',
  'a,b',
  '2020-02-30T00:00',
  '1e-320',
  '=A1',
];

export function mutateText(text: string, isJson: boolean, random: RandomStream): Buffer {
  const kind = random.uniform();
  if (isJson && kind < 0.75) return Buffer.from(mutateJson(text, random));
  if (!isJson && kind < 0.5) return Buffer.from(mutateTable(text, random));
  return mutateBytes(Buffer.from(text), random);
}

type Place = readonly [holder: Record<string, unknown>, key: string];

function mutateJson(text: string, random: RandomStream): string {
  const root = JSON.parse(text) as Record<string, unknown>;
  const rounds = random.integer(1, 3);
  for (let round = 0; round < rounds; round++) {
    const places = placesIn(root);
    if (places.length === 0) break;
    const [holder, key] = pick(places, random);
    change(holder, key, places, random);
  }
  const written = JSON.stringify(root);
  // Words that JSON has not, and keys given twice.
  if (random.uniform() < 0.05)
    return written.replace(/:-?\d[\d.e+-]*/, pick([':NaN', ':Infinity', ':01', ':.5'], random));
  return random.uniform() < 0.05 ? written.replace(/"(\w+)":/, '"$1":1,"$1":') : written;
}

function change(holder: Record<string, unknown>, key: string, places: readonly Place[], random: RandomStream): void {
  const value = holder[key];
  const other = pick(places, random);
  const changes: (() => void)[] = [
    () => (holder[key] = pick(NUMBERS, random)),
    () => (holder[key] = typeof value === 'number' ? value * 10 ** random.integer(-6, 6) : pick(NUMBERS, random)),
    () => (holder[key] = typeof value === 'number' ? -value : null),
    () => (holder[key] = pick(TEXTS, random)),
    () => (holder[key] = pick([null, true, [], {}, [[]], 'x'.repeat(100_000)], random)),
    () => (holder[key] = structuredClone(other[0][other[1]])),
    () => (holder[`${key}x`] = value),
    () => {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else Reflect.deleteProperty(holder, key);
    },
    () => {
      if (Array.isArray(value) && value.length > 0) value.push(structuredClone(pick(value as unknown[], random)));
    },
    () => {
      if (Array.isArray(value) && value.length > 0 && value.length < 50)
        holder[key] = Array.from({ length: 300 }, (_, n) => structuredClone((value as unknown[])[n % value.length]));
    },
  ];
  pick(changes, random)();
}

function placesIn(root: unknown): Place[] {
  if (typeof root !== 'object' || root === null) return [];
  const holder = root as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [[holder, key] as const, ...placesIn(holder[key])]);
}

function mutateTable(text: string, random: RandomStream): string {
  const lines = text.split('\n');
  const at = random.integer(0, lines.length - 1);
  const cells = lines[at]!.split(/([, ]+)/);
  const changes: (() => void)[] = [
    () => (cells[random.integer(0, cells.length - 1)] = pick(CELLS, random)),
    () => (cells[random.integer(0, cells.length - 1)] = String(pick(NUMBERS, random))),
    () => cells.splice(random.integer(0, cells.length - 1), 1),
    () => cells.push(',7'),
    () => (cells[0] = `${lines[random.integer(0, lines.length - 1)]!}\n${cells[0]!}`),
    () => cells.splice(0, cells.length),
  ];
  if (random.uniform() < 0.1) lines.splice(at, random.integer(0, 1), lines[at]!);
  else {
    pick(changes, random)();
    lines[at] = cells.join('');
  }
  return random.uniform() < 0.1 ? lines.join('\n').replaceAll(',', pick(['\t', ';', ' '], random)) : lines.join('\n');
}

/** Returns bytes with one random change. It also applies to files that are no text. */
export function mutateBytes(bytes: Buffer, random: RandomStream): Buffer {
  const at = random.integer(0, Math.max(0, bytes.length - 1));
  const [head, tail] = [bytes.subarray(0, at), bytes.subarray(at)];
  const length = random.integer(1, 40);
  const changes: (() => Buffer)[] = [
    () => Buffer.concat([head, Buffer.from([random.integer(0, 255)]), tail.subarray(1)]),
    () => Buffer.concat([head, tail.subarray(length)]),
    () => Buffer.from(head),
    () => Buffer.concat([head, tail.subarray(0, length), tail]),
    () =>
      Buffer.concat([
        head,
        Buffer.from(pick(['"', '\\', '\0', '\n', '{', '[', ',', '\ufeff', '\\ud800', '#'], random)),
        tail,
      ]),
    () => Buffer.concat([head, Buffer.from(pick(['[', '{"a":', '"', ',', '-', '9'], random).repeat(20_000)), tail]),
    () => Buffer.concat([tail, head]),
  ];
  return pick(changes, random)();
}

function pick<T>(list: readonly T[], random: RandomStream): T {
  return list[random.integer(0, list.length - 1)]!;
}
