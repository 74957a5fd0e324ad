import { describe, expect, it } from 'vitest';
import {
  helpOf,
  optionsOf,
  type Options,
  optionsFault,
  type OptionSpec,
  sharedOptions,
  type ValuesOf,
  withPresets,
} from '../../../src/families/options.js';
import { FAMILIES } from '../../../src/families/registry.js';

const DEPTH = {
  flags: '--depth <n>',
  verbs: ['solve'],
  group: 'what',
  help: 'how deep',
  kind: { is: 'whole', least: 1 },
} as const satisfies OptionSpec;

const LAKE = {
  depth: DEPTH,
  boat: {
    flags: '--boat <kind>',
    verbs: ['solve', 'check'],
    group: 'what',
    help: 'what swims',
    helpOf: { check: 'what swam' },
    kind: { is: 'choice', of: ['raft', 'ship', 'ark'] },
    preset: 'raft',
    heededBy: { ship: ['row', 'sail'], ark: ['drift'] },
  },
  sails: {
    flags: '--sails <n>',
    verbs: ['solve'],
    group: 'effort',
    help: 'how many',
    kind: { is: 'number', least: 1, most: 9, words: ['all'] },
    heededBy: ['sail'],
    requires: [{ option: 'boat', is: ['ship'] }],
  },
  log: {
    flags: '--log <file>',
    verbs: ['solve'],
    group: 'output',
    help: 'what was seen',
    kind: { is: 'text' },
    requires: [
      { option: 'out', given: true, because: 'it lies there' },
      { option: 'boat', isNot: ['ark'], verbs: ['solve'] },
    ],
  },
  quiet: {
    flags: '--quiet',
    verbs: ['solve'],
    group: 'output',
    help: 'no log',
    kind: { is: 'flag' },
    requires: [{ option: 'log', given: false }],
  },
} as const satisfies Options;

const fault = (words: object, method: string | null = null) => optionsFault(LAKE, 'solve', { ...words }, method);

const family = (name: string, options: Options) => ({ name, options });

describe('options of families', () => {
  it('belong to the verbs they are declared for, each with the help that it has there', () => {
    const helps = (verb: string): readonly string[] => optionsOf({ options: LAKE }, verb).map(({ help }) => help);
    expect(helps('check')).toEqual(['what swam']);
    expect(helps('solve')).toEqual(['how deep', 'what swims', 'how many', 'what was seen', 'no log']);
    expect(helps('bound')).toEqual([]);
  });

  it('are told with their choices, and with what holds where none is given', () => {
    expect(helpOf(LAKE.boat)).toBe('what swims (raft, ship, ark; default: raft)');
    expect(helpOf({ ...DEPTH, usual: 'to the ground' })).toBe('how deep (default: to the ground)');
    expect(helpOf(DEPTH)).toBe('how deep');
  });

  it('are shared by name: one whose values differ between families is a text, which each of them judges', () => {
    const sea = { depth: DEPTH, boat: { ...LAKE.boat, kind: { is: 'choice', of: ['liner'] } } } as const;
    const shared = sharedOptions('solve', [family('lake', LAKE), family('sea', sea)]);
    expect(shared.map(({ name, kind }) => [name, kind.is])).toEqual([
      ['depth', 'whole'],
      ['boat', 'text'],
      ['sails', 'number'],
      ['log', 'text'],
      ['quiet', 'flag'],
    ]);
  });

  it('that are a flag in one family and take a value in another are refused', () => {
    const families = [family('lake', { depth: DEPTH }), family('pond', { depth: { ...DEPTH, kind: { is: 'flag' } } })];
    expect(() => sharedOptions('solve', families)).toThrow('is a flag or takes a value');
  });

  it('have their presets where words say nothing', () => {
    expect(withPresets(LAKE, 'solve', { depth: 3 })).toEqual({ depth: 3, boat: 'raft' });
    expect(withPresets(LAKE, 'solve', { boat: 'ark' })).toEqual({ boat: 'ark' });
  });

  it('have the types of their values', () => {
    const values: ValuesOf<typeof LAKE, 'solve'> = { depth: 2, boat: 'ship', sails: 'all', log: 'a', quiet: true };
    // @ts-expect-error a word that is none of the choices
    const wrong: ValuesOf<typeof LAKE, 'solve'> = { boat: 'liner' };
    // @ts-expect-error an option of another verb
    const foreign: ValuesOf<typeof LAKE, 'check'> = { depth: 2 };
    expect([values, wrong, foreign].map((one) => Object.keys(one).length)).toEqual([5, 1, 1]);
  });

  it('of the registered families agree, and belong to verbs that their family answers', () => {
    for (const { options, verbs: answered, makes } of FAMILIES) {
      const verbs = makes === undefined ? answered : [...answered, 'generate'];
      for (const option of Object.values(options)) {
        expect([option.flags, option.verbs?.filter((verb) => !verbs.includes(verb))]).toEqual([option.flags, []]);
      }
    }
    const verbs = new Set(FAMILIES.flatMap((one) => one.verbs));
    for (const verb of verbs) expect(() => sharedOptions(verb, FAMILIES)).not.toThrow();
  });

  it('of the registered families have the name of their flag, name methods there are, and require options there are', () => {
    for (const { options, methods } of FAMILIES) {
      for (const [name, { flags, heededBy = [], requires = [] }] of Object.entries(options)) {
        const camel = flags
          .split(' ')[0]!
          .slice(2)
          .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
        expect(camel).toBe(name);
        const named = Object.values(heededBy).flat();
        expect([name, named.filter((one) => !methods.some((method) => method.name === one))]).toEqual([name, []]);
        const others = requires.map(({ option }) => option);
        expect([name, others.filter((one) => !(one in options) && !['out', 'bound'].includes(one))]).toEqual([
          name,
          [],
        ]);
      }
    }
  });
});

describe('words of a verb', () => {
  it('with a value that is none of a list are refused with the list', () => {
    expect(fault({ boat: 'shop' })).toMatchObject({
      path: '--boat',
      value: 'shop',
      allowed: 'raft, ship, ark',
      remedy: 'Choose one of them; the nearest in spelling is "ship".',
    });
  });

  it('with an option that the method does not heed are refused with the methods that do', () => {
    expect(fault({ boat: 'ship', sails: 2 }, 'row')).toMatchObject({
      path: '--sails',
      value: '2, with row',
      allowed: 'only with --method sail',
      remedy: 'row does not heed it: leave --sails out, or choose another method.',
    });
    expect(fault({ boat: 'ship' }, 'drift')).toMatchObject({
      path: '--boat',
      value: 'ship, with drift',
      allowed: 'ship only with --method row, sail; with drift: raft, ark',
    });
    expect(fault({ boat: 'raft' }, 'row')).toBeNull();
    expect(fault({ boat: 'ship', sails: 2 }, 'sail')).toBeNull();
    // Where the method is not known yet, nothing is said of it.
    expect(fault({ boat: 'ship', sails: 2 })).toBeNull();
  });

  it('with an option that requires another are refused without it', () => {
    expect(fault({ sails: 2 })).toMatchObject({
      path: '--sails',
      value: '2, without --boat',
      allowed: 'only with --boat ship',
      remedy: 'Add --boat, or leave --sails out.',
    });
    expect(fault({ log: 'a' })).toMatchObject({
      path: '--log',
      value: 'a, without --out',
      allowed: 'only with --out: it lies there',
    });
    expect(fault({ log: 'a', out: 'b', boat: 'ark' })).toMatchObject({
      path: '--log',
      value: 'a, with --boat ark',
      allowed: 'only without --boat ark',
    });
    expect(fault({ log: 'a', out: 'b', quiet: true })).toMatchObject({
      path: '--quiet',
      value: 'with --log',
      allowed: 'only without --log',
      remedy: 'Leave one of the two out.',
    });
    expect(fault({ log: 'a', out: 'b', quiet: false })).toBeNull();
  });
});
