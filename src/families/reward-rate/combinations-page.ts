import type { GeneratedFile } from '../family.js';
import {
  CLASHES,
  type Clash,
  FEATURE_NAMES,
  FEATURES,
  type Feature,
  METHOD_NAMES,
  type Meeting,
  meetingOf,
  meetingOfMethod,
  refusalOf,
} from './combinations.js';

/** Words for what happens to a run, in cells of tables. */
const WORDS: Readonly<Record<Meeting, string>> = {
  goes: 'yes',
  refused: 'refused',
  noPlan: 'no plan',
  leftOut: 'left out',
};

/** Returns the documentation page that says which methods and features of a run go together. */
export function combinationsPage(): GeneratedFile {
  const text = [
    '# What goes with what',
    '',
    'What a run of `solve` may be asked for, or its instance may state, with each method and with each other. This page is written by',
    '`src/workbench/write-bundled.ts` from `src/families/reward-rate/combinations.ts`, from which the refusals and warnings are made, too. A test',
    'runs every pair.',
    '',
    '## With a method',
    '',
    'Features that are not listed go with every method. "Refused" is exit code 2, before any search. "No plan": the run ends without a plan, and its warning names',
    'the methods that make one.',
    '',
    ...table(
      ['', ...METHOD_NAMES.map((name) => `\`${name}\``)],
      FEATURE_NAMES.filter((name) => (FEATURES[name] as Feature).methods !== undefined).map((name) => [
        FEATURES[name].shown,
        ...METHOD_NAMES.map((method) => WORDS[meetingOfMethod(method, name)]),
      ]),
    ),
    '',
    '## With each other',
    '',
    'All other pairs of features go together with the first method that goes with both. "Left out": the first of the two is left out, wholly or in the part that the warning names.',
    '',
    ...table(
      ['', 'with', '', 'Why, and what to do'],
      CLASHES.map((clash) => [...clash.of.map((name) => FEATURES[name].shown), WORDS[clash.is], reasonOf(clash)]),
    ),
    '',
    '## Without a method for both',
    '',
    ...table(['', 'with', ''], unmatched()),
  ];
  return { file: 'docs/reward-rate/combinations.md', text: `${text.join('\n')}\n` };
}

function reasonOf({ of, is, says }: Clash): string {
  if (is === 'leftOut') return says;
  return `${says[0]!.toUpperCase()}${says.slice(1)}. ${refusalOf(...of).remedy}`;
}

/** Returns a row for each pair of features that no method goes with both of. */
function unmatched(): string[][] {
  return FEATURE_NAMES.flatMap((one, n) =>
    FEATURE_NAMES.slice(n + 1).flatMap((other) => {
      const isKnown = CLASHES.some(({ of }) => of.includes(one) && of.includes(other));
      const meeting = meetingOf(one, other);
      if (isKnown || meeting === null || meeting === 'goes') return [];
      return [[FEATURES[one].shown, FEATURES[other].shown, WORDS[meeting]]];
    }),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
