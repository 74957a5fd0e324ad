import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CLASHES,
  FEATURE_NAMES,
  type FeatureName,
  FEATURES,
  type Feature,
  goesWith,
  leftOutBeside,
  type Meeting,
  meetingOf,
  meetingOfMethod,
  METHOD_NAMES,
  type MethodName,
  refusalOf,
  unableText,
} from '../../../../src/families/reward-rate/combinations.js';
import { combinationsPage } from '../../../../src/families/reward-rate/combinations-page.js';
import { METHODS } from '../../../../src/families/reward-rate/methods/registry.js';
import { REWARD_RATE_OPTIONS } from '../../../../src/families/reward-rate/options.js';
import { solve, type SolveOptions } from '../../../../src/library/index.js';
import { triesAll } from '../../../support/fuzz.js';
import { lastingDirectory } from '../../../support/small-instance.js';
import { withDetails } from '../../../support/run-cli.js';

type Json = Record<string, unknown>;

/** Fields of the instance file that features change. */
interface Written {
  facility: { nodeTypes: Json[]; nodeGroups: Json[]; cracs: Json[] };
  limits: Json;
  uncertainty?: Json;
}

/** What a feature adds to the options, or changes in the instance, and what is in an answer that has it. */
interface Asked {
  readonly options?: Record<string, unknown>;
  readonly change?: (written: Written) => void;
  readonly mark?: (details: Json) => boolean;
}

const mayBeOff = (written: Written, offPowerW: number): void => {
  Object.assign(written.facility.nodeTypes[0]!, { offPowerW });
  Object.assign(written.facility.nodeGroups[0]!, { mayBeOff: true });
};

const directory = lastingDirectory();
const CONSTRAINTS = join(directory, 'limits.mjs');

const ASKED: Readonly<Record<FeatureName, Asked>> = {
  leastPower: { options: { objective: 'reward,power' }, mark: ({ leastPower }) => leastPower !== undefined },
  money: { options: { objective: 'money', rewardUsd: 1, energyUsd: 0.1 }, mark: ({ money }) => money !== undefined },
  rewardAlone: { options: { objective: 'reward' }, mark: ({ leastPower }) => leastPower === undefined },
  tolerance: {
    options: { rewardTolerance: 0.01 },
    mark: ({ leastPower }) => (leastPower as Json)['toleranceReward'] === 0.01,
  },
  naive: { options: { naive: true }, mark: ({ naive }) => naive === true },
  whole: { options: { sharing: 'never' }, mark: ({ sharing }) => sharing === undefined },
  shared: { options: { sharing: 'always' } },
  idleOnStandby: { options: { standby: true } },
  constraints: { options: { constraints: CONSTRAINTS } },
  alternatives: { options: { alternatives: 1 }, mark: ({ alternatives }) => alternatives !== undefined },
  failures: { options: { failures: true }, mark: ({ failures }) => failures !== undefined },
  rooms: { options: { rooms: 20 }, mark: ({ rooms }) => (rooms as Json)['rooms'] === 20 },
  standby: {
    change: (written) => {
      mayBeOff(written, 1);
    },
  },
  needsStandby: {
    change: (written) => {
      if (written.facility.nodeGroups[0]!['mayBeOff'] !== true) mayBeOff(written, 1);
      written.limits['powerCapW'] = 45;
    },
    mark: ({ standby }) => standby !== undefined,
  },
  ownAir: {
    change: (written) => {
      mayBeOff(written, 0);
      written.facility.nodeTypes[0]!['offAirFlowM3PerS'] = 0;
    },
    mark: ({ air }) => air !== undefined,
  },
  uncertain: {
    change: (written) => {
      written.uncertainty ??= { influence: { least: 0.9, most: 1.1 } };
    },
    mark: ({ rooms }) => rooms !== undefined,
  },
  robust: {
    change: (written) => {
      written.uncertainty = { inletRise: { least: 0.9, most: 1.1 }, robust: true };
    },
    mark: ({ robust }) => robust !== undefined,
  },
  survive: {
    change: ({ limits }) => {
      limits['survive'] = 'any-crac';
    },
    mark: ({ survival }) => survival !== undefined,
  },
  settings: {
    change: ({ limits }) => {
      limits['distinctSettings'] = { room: 1 };
    },
    mark: ({ distinctSettings }) => distinctSettings !== undefined,
  },
  steps: {
    change: ({ facility }) => {
      for (const crac of facility.cracs) crac['setPointStepC'] = 1;
    },
    mark: ({ setPointSteps }) => setPointSteps !== undefined,
  },
  reserve: {
    change: ({ limits }) => {
      limits['reserve'] = { powerW: 1 };
    },
    mark: ({ reserves }) => reserves !== undefined,
  },
};

/** What really happened to a run with these features. */
interface Ran {
  readonly meeting: Meeting;
  readonly text: string;
  /** Features without a trace in the answer. */
  readonly unmarked: readonly FeatureName[];
}

/** Steps after which methods that would go on searching are stopped: whether a feature goes does not depend on the plan. */
const STEPS = 10;

/** Order in which features change the instance: later ones see what the earlier ones wrote. */
const CHANGING: readonly FeatureName[] = ['robust', 'uncertain', 'standby', 'ownAir', 'needsStandby'];

async function run(method: MethodName | undefined, features: readonly FeatureName[]): Promise<Ran> {
  const written = JSON.parse(readFileSync('instances/reward-rate/tiny-survive.json', 'utf8')) as Written & {
    workload: { taskTypes: Json[] };
  };
  delete written.limits['survive'];
  Object.assign(written.limits, { powerCapW: 100, redLineC: 30 });
  const [a] = written.facility.nodeTypes[0]!['tasks'] as Json[];
  (written.facility.nodeTypes[0]!['tasks'] as Json[]).push({ ...a, taskType: 'b' });
  written.workload.taskTypes = [
    { ...written.workload.taskTypes[0], arrivalRatePerS: 0.2 },
    { ...written.workload.taskTypes[0], name: 'b', rewardPerTask: 3 },
  ];
  written.facility.nodeGroups[0]!['count'] = 2;
  const sorted = [...features].sort((one, other) => CHANGING.indexOf(one) - CHANGING.indexOf(other));
  for (const feature of sorted) ASKED[feature].change?.(written);
  const file = join(directory, 'room.json');
  writeFileSync(file, JSON.stringify(written));
  const asked = features.map((feature) => ASKED[feature].options ?? {});
  const workLimit = method === 'ga' || method === 'config-ls' ? STEPS : undefined;
  const options = Object.assign({ method, workLimit }, ...asked) as SolveOptions;
  const answer = await solve(file, options);
  if (!answer.ok) {
    const text = answer.faults.map(({ allowed, remedy }) => `${allowed} ${remedy}`).join('\n');
    return { meeting: 'refused', text, unmarked: [] };
  }
  const { feasible, warnings } = answer.record;
  const text = warnings.join('\n');
  const details = withDetails({ ...answer.record }) as unknown as Json;
  const left = CLASHES.filter(({ is, says }) => is === 'leftOut' && text.includes(says));
  const kept = features.filter((one) => feasible === true && !left.some(({ of }) => of[0] === one));
  const unmarked = kept.filter((one) => ASKED[one].mark?.(details) === false);
  return { meeting: left.length > 0 ? 'leftOut' : feasible === true ? 'goes' : 'noPlan', text, unmarked };
}

describe('what goes with what', () => {
  beforeAll(() => {
    writeFileSync(CONSTRAINTS, 'export default [];');
  });

  it('is what the page says (else run write-bundled)', () => {
    const { file, text } = combinationsPage();
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('names every method, and options that exist', () => {
    expect(METHODS.map(({ name }) => name)).toEqual(METHOD_NAMES);
    const options = FEATURE_NAMES.flatMap((name) => (FEATURES[name] as Feature).option?.name ?? []);
    expect(options.filter((name) => !(name in REWARD_RATE_OPTIONS))).toEqual([]);
  });

  it.each(METHOD_NAMES)(
    '%s: every feature goes, is refused or ends without a plan, as the table says',
    async (method) => {
      const wrong: unknown[] = [];
      for (const feature of FEATURE_NAMES) {
        const expected = meetingOfMethod(method, feature);
        // An everyday run tries what only some methods go with, and with other methods a third of what all go with.
        const isForAll = (FEATURES[feature] as Feature).methods === undefined;
        if (isForAll && method !== 'config-lp' && isLeftOut(feature, METHOD_NAMES.indexOf(method), 3)) continue;
        const { meeting, text, unmarked } = await run(method, [feature]);
        const words = { goes: '', leftOut: '', noPlan: noPlanText(method, feature), refused: 'only with method' };
        const isSaid = text.includes(words[expected]);
        if (meeting !== expected || unmarked.length > 0 || !isSaid)
          wrong.push({ feature, expected, meeting, unmarked, text });
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(FEATURE_NAMES)(
    '%s: with every other feature it goes, is refused or left out, as the table says',
    async (one) => {
      const wrong: unknown[] = [];
      for (const other of FEATURE_NAMES.slice(FEATURE_NAMES.indexOf(one) + 1)) {
        const expected = meetingOf(one, other);
        if (expected === null) continue;
        // An everyday run tries what does not simply go, and a twelfth of the rest.
        if (expected === 'goes' && isLeftOut(other, FEATURE_NAMES.indexOf(one), 12)) continue;
        const method =
          METHOD_NAMES.find((name) => goesWith({ name }, one) && goesWith({ name }, other)) ??
          METHOD_NAMES.find(
            (name) => meetingOfMethod(name, one) !== 'refused' && meetingOfMethod(name, other) !== 'refused',
          );
        const { meeting, text, unmarked } = await run(method, [one, other]);
        const words = CLASHES.some(({ of }) => of.includes(one) && of.includes(other))
          ? sentences(expected, one, other)
          : [];
        const isSaid = words.every((word) => text.includes(word));
        if (meeting !== expected || unmarked.length > 0 || !isSaid)
          wrong.push({ other, method, expected, meeting, unmarked, text });
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Whether an everyday run leaves a case out: of every `share` neighbours it tries one. */
function isLeftOut(feature: FeatureName, place: number, share: number): boolean {
  return !triesAll() && (FEATURE_NAMES.indexOf(feature) + place) % share > 0;
}

function noPlanText(method: MethodName, feature: FeatureName): string {
  return meetingOfMethod(method, feature) === 'noPlan' ? unableText({ name: method }, feature) : '';
}

function sentences(meeting: Meeting, one: FeatureName, other: FeatureName): string[] {
  if (meeting === 'leftOut') return [leftOutBeside(one, other)];
  const { says, remedy } = refusalOf(one, other);
  return [says, remedy];
}
