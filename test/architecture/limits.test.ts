import { describe, expect, it } from 'vitest';
import { isLimitName, LIMITS, limitWords } from '../../models/facility/limits.js';
import { ROOM_LIMITS } from '../../models/families/reward-rate/room-limits.js';
import { JUDGED_OF_JOBS } from '../../src/families/jobs/judged.js';
import { JUDGED_OF_UTILITY } from '../../src/families/utility/judged.js';
import { filesBelow, textOf } from './source-files.js';

/** The catalogue: words of every limit, tolerances, and how many violations are shown. */
const CATALOGUE = 'models/facility/limits.ts';
/** The checkers' own tolerances, and how many faults of a kind they list. */
const OF_CHECKERS = ['src/check/findings.ts', 'src/check/faults.ts'];
const SOURCES = [...filesBelow('models', '.ts'), ...filesBelow('src', '.ts')].filter((file) => file !== CATALOGUE);

/** Names that a module gives to violations and limits: in records, and as the kind of a fault. */
const NAMED = [
  /\bconstraint: '(\w+)'/g,
  /\badd(?:Fault|IfAbove|IfBelow|Power)\(\s*\w+,\s*'(\w+)'/g,
  /\bfaults\.add\(\s*'(\w+)'/g,
  /\badd\('(\w+)', \S+, \[/g,
];

/** Rows of programs that are no limits: definitions of a CRAC's power. */
const ROWS = new Set(['cooling']);

/** Returns the names that a module gives to violations and limits. */
function namesIn(text: string): string[] {
  return NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name!));
}

/** Ways to cut a list of violated limits: only the catalogue and the checkers say how many are shown. */
const CUT = /\b(?:violations|brokenLimits|roomFaults)\b[^;\n]*\.slice\(0, (?!MAX_SHOWN|MAX_LISTED)/;
/** A number of shown limits, or a tolerance of temperatures and powers, stated once more. */
const COPY =
  /const (?:MAX_(?:SHOWN|VIOLATIONS)\w* = \d|(?:TOLERATED|FORGIVEN|(?:POWER|TEMPERATURE)_TOLERANCE)_[CKW] = 1e-[36]\b|NEAR_(?:SHARE|C|K) = 1e-3\b)/;

/** What checkers say of a limit: its name and the unit of its value. */
const STATED = /(?:constraint: |violations, |faults\.add\()'(\w+)', (?:\(\) => [^{]*)?[^}\n]*?\bunit: '([^']+)'/g;
/** A limit named with a unit of its own. */
const UNIT = /\b(?:constraint|kind): '(?!cooling')\w+'(?: as const)?,[^}\n]*\bunit: '(?!count)/;

const offending = (pattern: RegExp): string[] =>
  SOURCES.filter((file) => !OF_CHECKERS.includes(file)).flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

/** Names of faults where checkers of schedules and months report them. */
const REPORTED = [
  /\b(?:add|told|fault|addFault|addIfAbove|addIfBelow)\(\s*(?:\w+,\s*)?'(\w+)'/g,
  /\bconstraint: '(\w+)'/g,
  /\['(\w+)', point\.\w+, '/g,
];

describe.each([
  ['utility', JUDGED_OF_UTILITY],
  ['jobs', JUDGED_OF_JOBS],
] as const)('the tables of limits on the page of the checker of %s', (family, { limits }) => {
  it('name all that its modules report, and nothing else', () => {
    const texts = filesBelow(`src/families/${family}/check`, '.ts').map(textOf);
    const reported = texts.flatMap((text) =>
      REPORTED.flatMap((way) => [...text.matchAll(way)].map(([, name]) => name!)),
    );
    const named = new Set(Object.values(limits).flatMap((table) => Object.keys(table)));
    expect([...named].toSorted()).toEqual([...new Set(reported)].toSorted());
    expect([...named].filter((name) => !isLimitName(name))).toEqual([]);
  });
});

describe.each(['reward-rate', 'robust', 'geo', 'templates'])('the page of the checker of %s', (family) => {
  it('names every limit that its modules report', () => {
    const reported = filesBelow(`src/families/${family}/check`, '.ts').flatMap((file) => namesIn(textOf(file)));
    const page = textOf(`docs/${family}/checker.md`);
    expect(reported.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    expect(new Set(reported).size).toBeGreaterThan(1);
  });
});

describe('limits of all families', () => {
  it('have words in one catalogue: whoever names a violation names an entry of it', () => {
    const named = SOURCES.flatMap((file) => namesIn(textOf(file)).map((name) => [file, name] as const));
    expect(named.filter(([, name]) => !isLimitName(name) && !ROWS.has(name))).toEqual([]);
    expect(new Set(named.map(([, name]) => name)).size).toBeGreaterThan(60);
    for (const family of ['geo', 'jobs', 'reward-rate', 'robust', 'templates', 'utility']) {
      expect([family, named.some(([file]) => file.includes(`families/${family}/`))]).toEqual([family, true]);
    }
  });

  it('are named by the type of the catalogue, never past it', () => {
    expect(offending(/\bas LimitName\b|constraint: string;/)).toEqual([]);
  });

  it('have a name for people, not that of a field', () => {
    const names = Object.keys(LIMITS).map((name) => limitWords(name).name);
    expect(names.filter((name) => !/^[a-zA-Z][a-zA-Z ,-]+$/.test(name) || /[a-z][A-Z]/.test(name))).toEqual([]);
  });

  it('have no entry that nothing uses', () => {
    const texts = SOURCES.map(textOf).join('\n');
    expect(Object.keys(LIMITS).filter((name) => !new RegExp(`['.]${name}\\b`).test(texts))).toEqual([]);
  });

  it('of rooms stand in the catalogue of rooms once each', () => {
    const names = ROOM_LIMITS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const fields = ROOM_LIMITS.flatMap(({ field = [] }) => field);
    expect(new Set(fields).size).toBe(fields.length);
  });

  it('that are violated are cut to the number of the catalogue, and to that of the checkers', () => {
    expect(offending(CUT)).toEqual([]);
  });

  it('have one tolerance, one distance that counts as meeting them and one number of shown ones', () => {
    expect(offending(COPY)).toEqual([]);
  });

  it('are judged by the checks that a room carries: nobody calls the checker past them', () => {
    const called = SOURCES.filter((file) => /\bcheckPlan\(/.test(textOf(file)));
    expect(called).toEqual(['src/families/reward-rate/check/check-plan.ts']);
  });

  it('have one unit, whatever family states them: only checkers write it down once more', () => {
    const others = SOURCES.filter((file) => !file.includes('/check/'));
    const own = others.filter((file) => UNIT.test(textOf(file).replaceAll(/,\n\s*/g, ', ')));
    expect(own).toEqual([]);
    const stated = SOURCES.filter((file) => file.includes('/check/')).flatMap((file) =>
      [...textOf(file).matchAll(STATED)].map(([, name, unit]) => ({
        said: `${name} ${unit}`,
        known: limitWords(name!).unit,
        unit,
      })),
    );
    expect(stated.length).toBeGreaterThan(20);
    const unlike = stated.flatMap(({ said, known, unit }) => (known === undefined || known === unit ? [] : [said]));
    // Reserves are in kelvins, the inlets that use them in degrees; a step is in kelvins, the set-point off it in degrees.
    expect([...new Set(unlike)].toSorted()).toEqual(['inletReserve C', 'setPointStep C']);
  });

  it.each([
    ['const shown = violations.slice(0, 20);', CUT],
    ['...roomFaults.slice(0, MAX_ROWS).map(text)', CUT],
    ['brokenLimits.map(({ message }) => message).slice(0, 3)', CUT],
    ['const MAX_SHOWN = 5;', COPY],
    ['const FORGIVEN_W = 1e-3;', COPY],
    ['const TEMPERATURE_TOLERANCE_C = 1e-6;', COPY],
    ['const NEAR_C = 1e-3;', COPY],
  ])('%s is found', (line, pattern) => {
    expect(pattern.test(line)).toBe(true);
  });

  it('a name without words is found', () => {
    expect(namesIn("violations.push({ constraint: 'rackNoise', where })")).toEqual(['rackNoise']);
    expect(namesIn("addIfAbove(violations, 'rackNoise', bounded)")).toEqual(['rackNoise']);
    expect(namesIn("faults.add('rackNoise', () => where)")).toEqual(['rackNoise']);
  });
});
