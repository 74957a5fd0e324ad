import { MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../models/units.js';
import { writeFileSync } from 'node:fs';
import { readTextFile } from '../instances/text-file.js';

// Rewrites the committed table of standard offsets from the source text of a tz release, where one has changed. After a build,
// from the root of the repository:
//   node dist/src/workbench/write-standard-offsets.js /usr/share/zoneinfo/tzdata.zi

/** Path of the table of standard offsets that this program writes. */
const TABLE = 'src/instances/time/standard-offsets-table.ts';
/** First year of the table. Our choice: the first year that a planning horizon may have. */
const FIRST_YEAR = 1970;
/** Last year for which daylight saving rules are evaluated. Our choice: after it, only dates of Ramadan change. */
const LAST_YEAR = 2040;
/**
 * Time zones whose winter time the time-zone data base states as negative daylight saving. Here it is their standard
 * time, as in all other zones. For zones with other negative daylight saving (Ramadan), the table lists two offsets.
 */
const WINTER_IS_STANDARD: ReadonlySet<string> = new Set(['Europe/Dublin', 'Africa/Windhoek']);

/**
 * A rule of daylight saving: in the years `from` to `to`, clocks are `saveMs` ahead of standard time from `date` on.
 */
interface Rule {
  readonly from: number;
  readonly to: number;
  readonly date: readonly string[];
  readonly saveMs: number;
}

/**
 * Period of a time zone with one standard offset and one set of daylight saving rules; `until` is its end in the words
 * of the data base.
 */
interface Era {
  readonly offsetMs: number;
  readonly rules: string;
  readonly until: readonly string[];
}

/** Change of the standard offset, from the instant `fromMs` on; two offsets if the data base allows both. */
interface Change {
  readonly fromMs: number;
  readonly offsetsMs: readonly number[];
}

/**
 * Returns the position of the first name that begins with `abbreviation`. The data base may abbreviate months and
 * weekdays.
 */
function indexOf(names: string, abbreviation: string): number {
  const known = names.split(' ').findIndex((name) => name.startsWith(abbreviation.toLowerCase()));
  if (known < 0) throw new Error(`"${abbreviation}" is none of ${names}`);
  return known;
}

const monthOf = (text: string): number =>
  indexOf('january february march april may june july august september october november december', text);
const weekdayOf = (text: string): number => indexOf('sunday monday tuesday wednesday thursday friday saturday', text);

/** Converts a time of day or an offset such as "1:30:20", "-" or "2s" into ms. */
function timeMs(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text
    .replace(/[a-z-]/g, '')
    .split(':')
    .map(Number);
  return (text.startsWith('-') ? -1 : 1) * ((hours * 60 + minutes) * MS_PER_MIN + seconds * MS_PER_S);
}

/**
 * Converts a moment of a year such as "O lastSu 2s" (last Sunday of October, 2 h) into ms since 1970, read as if it
 * were UTC.
 */
function clockMs(year: number, [month = 'Ja', day = '1', time = '0']: readonly string[]): number {
  const m = monthOf(month);
  const last = day.startsWith('last') ? weekdayOf(day.slice(4)) : undefined;
  const [, name, sign, number] = /^([A-Za-z]+)([<>])=(\d+)$/.exec(day) ?? [];
  let at = Date.UTC(year, last === undefined ? m : m + 1, last === undefined ? Number(number ?? day) : 0);
  const weekday = last ?? (name === undefined ? undefined : weekdayOf(name));
  const step = sign === '>' ? MS_PER_DAY : -MS_PER_DAY;
  while (weekday !== undefined && new Date(at).getUTCDay() !== weekday) at += step;
  return at + timeMs(time);
}

/**
 * Returns the instant of a moment of a year, ms since 1970 UTC. The last letter of the time names the clock: w wall
 * time (default), s standard time, u UTC.
 */
function instantMs(year: number, words: readonly string[], offsetMs: number, saveMs: number): number {
  const clock = /[a-z]$/.exec(words[2] ?? '')?.[0] ?? 'w';
  return clockMs(year, words) - (clock === 'u' ? 0 : offsetMs) - (clock === 'w' ? saveMs : 0);
}

/** Returns the changes of daylight saving from rules and a standard offset, ascending. */
function savings(rules: readonly Rule[], offsetMs: number): { readonly atMs: number; readonly saveMs: number }[] {
  const all = rules.flatMap((rule) => {
    const years = Math.max(0, Math.min(rule.to, LAST_YEAR) - rule.from + 1);
    return Array.from({ length: years }, (_, n) => ({ rule, year: rule.from + n }));
  });
  all.sort((a, b) => clockMs(a.year, a.rule.date) - clockMs(b.year, b.rule.date));
  let saveMs = 0;
  return all.map(({ rule, year }) => {
    const atMs = instantMs(year, rule.date, offsetMs, saveMs);
    ({ saveMs } = rule);
    return { atMs, saveMs };
  });
}

/** Returns the changes of a time zone's standard offset. */
function changesOf(zone: string, eras: readonly Era[], rulesOf: ReadonlyMap<string, readonly Rule[]>): Change[] {
  const changes: Change[] = [];
  let fromMs = -Infinity;
  for (const { offsetMs, rules, until } of eras) {
    const own = savings(rulesOf.get(rules) ?? [], offsetMs);
    const fixedMs = /^-?\d/.test(rules) ? timeMs(rules) : 0;
    let toMs = Infinity;
    if (until.length > 0) {
      const [year, ...words] = until;
      // The end is written in the saving before it: the first that lasts until then.
      const before = [fixedMs, ...own.map(({ saveMs }) => saveMs)];
      const endMs = (saveMs: number): number => instantMs(Number(year), words, offsetMs, saveMs);
      const saveMs = before.find((saveMs, n) => (own[n]?.atMs ?? Infinity) >= endMs(saveMs))!;
      toMs = endMs(saveMs);
    }
    const first = own.find(({ atMs, saveMs }) => saveMs < 0 && atMs >= fromMs && atMs < toMs);
    changes.push({ fromMs, offsetsMs: [offsetMs] });
    if (first !== undefined) {
      const least = offsetMs + Math.min(...own.map(({ saveMs }) => saveMs));
      const offsetsMs = WINTER_IS_STANDARD.has(zone) ? [least] : [least, offsetMs];
      changes.push({ fromMs: offsetsMs.length === 1 ? first.atMs : fromMs, offsetsMs });
      const last = own.at(-1)!;
      const ends = new Date(last.atMs).getUTCFullYear() < LAST_YEAR;
      if (ends) changes.push({ fromMs: last.atMs, offsetsMs: [offsetMs] });
    }
    fromMs = toMs;
  }
  return changes;
}

/**
 * Returns changes of the standard offset as text, from FIRST_YEAR on: offsets separated by instants, such as "+06
 * 2024-02-29T18:00Z +05".
 */
function timelineText(changes: readonly Change[]): string {
  const start = Date.UTC(FIRST_YEAR, 0, 1);
  const offset = (ms: number): string => {
    const text = new Date(Math.abs(ms))
      .toISOString()
      .slice(11, 19)
      .replace(/(:00){1,2}$/, '');
    return `${ms < 0 ? '-' : '+'}${text}`;
  };
  let before = '';
  const words: string[] = [];
  for (const [n, { fromMs, offsetsMs }] of changes.entries()) {
    const endMs = changes[n + 1]?.fromMs ?? Infinity;
    const text = offsetsMs.map(offset).join('|');
    if (endMs <= start || endMs <= fromMs || text === before) continue;
    words.push(...(words.length === 0 ? [] : [new Date(fromMs).toISOString().replace(/(:00)?\.000Z$/, 'Z')]), text);
    before = text;
  }
  return words.join(' ');
}

/** Compares two entries by their names, character by character. */
function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/**
 * Parses the data base. Returns its release and, for each history of standard offsets, the names of its zones and
 * links.
 */
function tableOf(text: string): { readonly release: string; readonly namesOf: ReadonlyMap<string, readonly string[]> } {
  const rules = new Map<string, Rule[]>();
  const zones = new Map<string, Era[]>();
  const links: [target: string, name: string][] = [];
  let eras: Era[] = [];
  for (const line of text.split('\n')) {
    const words = line.split(' ');
    if (line === '' || line.startsWith('#')) continue;
    if (words[0] === 'L') links.push([words[1]!, words[2]!]);
    else if (words[0] === 'R') {
      const [, name, from, to, , ...rest] = words as [string, string, string, string, string, ...string[]];
      const last = to.startsWith('o') ? Number(from) : to.startsWith('ma') ? Infinity : Number(to);
      const rule = { from: Number(from), to: last, date: rest.slice(0, 3), saveMs: timeMs(rest[3]!) };
      rules.set(name, [...(rules.get(name) ?? []), rule]);
    } else {
      if (words[0] === 'Z') zones.set(words[1]!, (eras = []));
      const [offset, name, , ...until] = words[0] === 'Z' ? words.slice(2) : words;
      eras.push({ offsetMs: timeMs(offset!), rules: name!, until });
    }
  }
  const timelines = new Map([...zones].map(([zone, own]) => [zone, timelineText(changesOf(zone, own, rules))]));
  for (const [target, name] of links) timelines.set(name, timelines.get(target)!);
  const namesOf = new Map<string, string[]>();
  for (const [name, timeline] of [...timelines].sort(byName))
    namesOf.set(timeline, [...(namesOf.get(timeline) ?? []), name]);
  return { release: /version (\w+)/.exec(text)![1]!, namesOf: new Map([...namesOf].sort(byName)) };
}

const source = readTextFile(process.argv[2] ?? '');
if (!source.ok) throw new Error(JSON.stringify(source.fault));
const { release, namesOf } = tableOf(source.text);
const lines = [...namesOf].map(([timeline, names]) => `${timeline} = ${names.join(' ')}`);
const words = [
  '/** Release of the IANA time zone database (public domain) from which write-standard-offsets.ts makes the table. */',
  `export const TZ_RELEASE = '${release}';`,
  '',
  '/**',
  ` * Offsets of standard time from UTC in all time zones since ${FIRST_YEAR}. Each line is one history: an offset, followed by`,
  ' * pairs of a moment and the offset from then on. After " = " come the time zones with this history. "a|b" are two',
  ' * offsets between which the database does not decide (docs/decisions/standard-time.md).',
  ' */',
  'export const STANDARD_OFFSETS = `',
];
writeFileSync(TABLE, [...words, ...lines, '`;', ''].join('\n'));
