/** Methods and bundled instances of Plenum, from which the recorded command lines are made. */
export interface Listed {
  readonly methods: readonly { readonly name: string; readonly family: string }[];
  readonly instances: readonly { readonly name: string; readonly family: string }[];
}

/** A command line whose output is recorded. Cases of a group run in one folder, in their order. */
export interface Case {
  readonly group: string;
  /** File name of the recorded output; unique within the group. */
  readonly name: string;
  readonly words: readonly string[];
}

interface Large {
  readonly instance: string;
  readonly solve: readonly string[];
}

/** One larger instance of a family, and options with which its run is repeatable and ends within a minute. */
const LARGE: Readonly<Record<string, Large>> = {
  'reward-rate': { instance: 'room-1080-hybrid', solve: [] },
  robust: { instance: 'spec25-thesis', solve: ['--work-limit', '3', '--no-bound'] },
  geo: { instance: 'us-4', solve: ['--work-limit', '3'] },
};
/**
 * Figures that end within two minutes with one trial. Their runs are limited by steps, because a time limit has no
 * effect with the frozen clock.
 */
const QUICK_FIGURES = ['text-3.6', 'text-2.7', 'fig-5.5', 'text-5.6'] as const;
const SEEDED = ['--seed', '3'] as const;
/** Step limit of searches on tiny instances: enough to leave the start plan. */
const SEARCH_STEPS = '3';

/**
 * Returns the recorded command lines: every command on every bundled tiny instance of every family, and on one larger
 * one. They include commands that a family does not support, because refusals are recorded too.
 */
export function recordedCases({ methods, instances }: Listed): Case[] {
  const families = [...new Set(methods.map(({ family }) => family))];
  const tiny = (family: string): string[] =>
    instances.filter((one) => one.family === family && one.name.startsWith('tiny-')).map(({ name }) => name);
  return [
    ...general(instances.map(({ family, name }) => `${family}/${name}`)),
    ...families.flatMap((family) => {
      const named = methods.filter((method) => method.family === family).map(({ name }) => name);
      return [
        ...tiny(family).flatMap((name) => tinyCases(family, name, named)),
        ...largeCases(family),
        ...studies(family, tiny(family)[0] ?? '', named),
      ];
    }),
    ...tiny('templates').flatMap(templatesCases),
    ...largeTemplates(),
    ...reproduced(),
  ];
}

function general(instances: readonly string[]): Case[] {
  const group = 'general';
  return [
    { group, name: 'version', words: ['--version'] },
    { group, name: 'help', words: ['--help'] },
    { group, name: 'list', words: ['list'] },
    { group, name: 'list-json', words: ['list', '--json'] },
    { group, name: 'validate', words: ['validate', ...instances] },
    { group, name: 'validate-json', words: ['validate', '--json', ...instances] },
    { group, name: 'malformed', words: ['validate', '{malformed}'] },
    { group, name: 'malformed-json', words: ['validate', '--json', '{malformed}'] },
    ...['solve', 'check', 'bound', 'validate', 'list', 'compare', 'sweep', 'day', 'simulate', 'generate', 'export'].map(
      (verb) => ({ group, name: `help-${verb}`, words: [verb, '--help'] }),
    ),
    { group, name: 'no-such-instance', words: ['solve', 'tiny-nothing', '--json'] },
    { group, name: 'no-such-option', words: ['solve', 'tiny-deadline', '--nothing', '--json'] },
  ];
}

function tinyCases(family: string, name: string, methods: readonly string[]): Case[] {
  const group = `${family}-${name}`;
  const instance = `${family}/${name}`;
  const ran = methods.flatMap((method): Case[] => {
    const words = ['solve', instance, '--method', method, '--work-limit', SEARCH_STEPS, ...SEEDED];
    return [
      { group, name: `solve-${method}`, words: [...words, '--out', `out-${method}`] },
      { group, name: `check-${method}-json`, words: ['check', instance, `out-${method}/plan.json`, '--json'] },
    ];
  });
  return [
    { group, name: 'solve', words: ['solve', instance, '--out', 'out'] },
    { group, name: 'solve-json', words: ['solve', instance, '--json'] },
    { group, name: 'check', words: ['check', instance, 'out/plan.json'] },
    { group, name: 'bound', words: ['bound', instance, '--write-model', 'model.lp'] },
    { group, name: 'bound-json', words: ['bound', instance, '--json'] },
    ...ran,
    {
      group,
      name: 'simulate',
      words: ['simulate', instance, 'out/plan.json', '--samples', '200', '--out', 'simulated'],
    },
    { group, name: 'sweep', words: ['sweep', instance, '--over', 'powerCapW=x0.9:x1.1:x0.1', '--out', 'swept'] },
    { group, name: 'day', words: ['day', instance, '--profile', 'diurnal', '--out', 'day'] },
    ...['times', 'series', 'matrix'].map((what) => ({
      group,
      name: `export-${what}`,
      words: ['export', what, instance, '--out', `${what}.csv`],
    })),
    { group, name: 'generate', words: ['generate', instance, '--count', '2', '--out', 'variants'] },
  ];
}

function largeCases(family: string): Case[] {
  const large = LARGE[family];
  if (large === undefined) return [];
  const group = `${family}-${large.instance}`;
  const instance = `${family}/${large.instance}`;
  return [
    { group, name: 'solve', words: ['solve', instance, ...large.solve, '--out', 'out'] },
    { group, name: 'bound-json', words: ['bound', instance, '--json'] },
    { group, name: 'validate-json', words: ['validate', instance, '--json'] },
    { group, name: 'check', words: ['check', instance, 'out/plan.json'] },
    { group, name: 'check-json', words: ['check', instance, 'out/plan.json', '--json'] },
  ];
}

/** Returns command lines for the thesis' room: its database of 10,800 templates, and what the database contains. */
function largeTemplates(): Case[] {
  const group = 'templates-room-1080';
  return [
    { group, name: 'build', words: ['templates', 'build', 'templates/room-1080', '--out', 'templates.db'] },
    { group, name: 'info-json', words: ['templates', 'info', 'templates.db', '--json'] },
    { group, name: 'export', words: ['templates', 'export', 'templates.db', '--out', 'templates.json'] },
  ];
}

function reproduced(): Case[] {
  return QUICK_FIGURES.map((figure) => ({
    group: 'reproduce',
    name: figure,
    words: ['reproduce', figure, '--trials', '1', '--workers', '1', '--out', 'reproduced'],
  }));
}

/** Returns the command lines of comparisons, sweeps and studies on the first tiny instance of a family. */
function studies(family: string, name: string, methods: readonly string[]): Case[] {
  const group = `${family}-studies`;
  const instance = `${family}/${name}`;
  const compare = [
    'compare',
    instance,
    '--methods',
    methods.slice(0, 4).join(','),
    '--trials',
    '2',
    '--work-limit',
    SEARCH_STEPS,
  ];
  const front = ['solve', instance, '--front', '3', '--work-limit', SEARCH_STEPS];
  return [
    { group, name: 'compare', words: [...compare, '--out', 'compared'] },
    { group, name: 'compare-json', words: [...compare, '--json'] },
    { group, name: 'compare-vary', words: [...compare, '--vary', '--json'] },
    { group, name: 'front', words: [...front, '--out', 'front'] },
    { group, name: 'front-json', words: [...front, '--json'] },
  ];
}

function templatesCases(name: string): Case[] {
  const group = `templates-${name}`;
  const instance = `templates/${name}`;
  const templates = (verb: string, ...words: string[]): Case[] => [
    { group, name: verb, words: ['templates', verb, ...words] },
    { group, name: `${verb}-json`, words: ['templates', verb, ...words, '--json'] },
  ];
  const day = [instance, '--database', 'templates.db', '--duration-s', '3600', '--rate', '0.01'];
  return [
    { group, name: 'build', words: ['templates', 'build', instance, '--out', 'templates.db'] },
    ...templates('info', 'templates.db'),
    ...templates('check', 'templates.db'),
    ...templates('coverage', 'templates.db', '--samples', '20'),
    ...templates('day', ...day),
    ...templates('robustness', ...day, '--rooms', '1'),
    { group, name: 'day-files', words: ['templates', 'day', ...day, '--out', 'day'] },
    { group, name: 'export', words: ['templates', 'export', 'templates.db', '--out', 'templates.json'] },
    { group, name: 'atlas', words: ['templates', 'atlas', 'templates.db', '--out', 'atlas.html'] },
    { group, name: 'solve', words: ['solve', instance, '--json'] },
  ];
}
