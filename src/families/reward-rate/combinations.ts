/** Names of all methods of the family, the default first. */
export const METHOD_NAMES = ['config-lp', 'config-ls', 'lp', 'nlp', 'ga', 'greedy', 'greedy-power', 'fcfs'] as const;

export type MethodName = (typeof METHOD_NAMES)[number];

/** Part of a request or of an instance that some methods, or some other parts, do not go with. */
export interface Feature {
  /** What the user writes to have it: an option with its value, or fields of the instance. */
  readonly shown: string;
  /** Option that asks for it, and the value if the option has several; absent for fields of the instance. */
  readonly option?: { readonly name: string; readonly value?: string };
  /** Methods that go with it; absent if all do. */
  readonly methods?: readonly MethodName[];
  /**
   * What the other methods lack, as the end of a sentence about one of them, and what to leave out instead of the
   * method. With them a run ends without a plan. Absent if the option is refused with the other methods.
   */
  readonly unable?: { readonly lacks: string; readonly instead: string };
}

/** Two features that do not go together. */
export interface Clash {
  readonly of: readonly [FeatureName, FeatureName];
  /**
   * 'refused': the request or the instance is refused with exit code 2. 'leftOut': the first of the two is left out,
   * and the sentence in `says` is a warning of the result.
   */
  readonly is: 'refused' | 'leftOut';
  /** Reason of a refusal, as the end of a sentence, or the warning. */
  readonly says: string;
  /** What to do about a refusal; absent where it is to leave one of the two out. */
  readonly remedy?: string;
}

/** Methods that plan standby, and so do not leave it to `--standby`. */
const PUT_ON_STANDBY: readonly MethodName[] = ['config-lp', 'config-ls', 'greedy-power'];

/** Methods whose plans have one configuration per node. */
const RUN_WHOLE: readonly MethodName[] = ['config-lp', 'config-ls', 'greedy', 'greedy-power', 'fcfs'];

/** Methods that make plans for an uncertain influence matrix, and plans that survive CRAC failures. */
const KNOW_WORST_CASES: readonly MethodName[] = ['config-lp', 'lp', 'greedy', 'greedy-power', 'fcfs'];

/** Everything that a run may be asked for, or an instance may have, and that does not go with all methods or with all else. */
export const FEATURES = {
  leastPower: {
    shown: '`--objective reward,power`',
    option: { name: 'objective', value: 'reward,power' },
    methods: ['config-lp'],
  },
  money: { shown: '`--objective money`', option: { name: 'objective', value: 'money' }, methods: ['config-lp'] },
  rewardAlone: { shown: '`--objective reward`', option: { name: 'objective', value: 'reward' } },
  tolerance: { shown: '`--reward-tolerance`', option: { name: 'rewardTolerance' }, methods: ['config-lp'] },
  naive: { shown: '`--naive`', option: { name: 'naive' } },
  whole: { shown: '`--sharing never`', option: { name: 'sharing', value: 'never' }, methods: RUN_WHOLE },
  shared: { shown: '`--sharing always`', option: { name: 'sharing', value: 'always' }, methods: ['config-lp'] },
  idleOnStandby: {
    shown: '`--standby`',
    option: { name: 'standby' },
    methods: METHOD_NAMES.filter((name) => !PUT_ON_STANDBY.includes(name)),
  },
  constraints: { shown: '`--constraints`', option: { name: 'constraints' } },
  alternatives: { shown: '`--alternatives`', option: { name: 'alternatives' } },
  failures: { shown: '`--failures`, `--gone`', option: { name: 'failures' } },
  rooms: { shown: '`--rooms`', option: { name: 'rooms' } },
  standby: { shown: '`mayBeOff`' },
  needsStandby: {
    shown: '`mayBeOff` where limits hold only with nodes on standby',
    methods: PUT_ON_STANDBY,
    unable: { lacks: 'keeps all nodes on, and with all nodes idle a limit is broken', instead: 'loosen the limit' },
  },
  ownAir: { shown: '`sleepAirFlowM3PerS`, `offAirFlowM3PerS`' },
  uncertain: { shown: '`uncertainty`' },
  robust: {
    shown: '`uncertainty.inletRise` with `robust`',
    methods: KNOW_WORST_CASES,
    unable: { lacks: 'makes no robust plans where inlet rises are uncertain', instead: 'leave uncertainty.robust out' },
  },
  survive: {
    shown: '`limits.survive`, `--survive`',
    methods: KNOW_WORST_CASES,
    unable: { lacks: 'makes no plans that survive a failure', instead: 'leave limits.survive out' },
  },
  settings: {
    shown: '`limits.distinctSettings`',
    methods: RUN_WHOLE,
    unable: { lacks: 'does not keep limits.distinctSettings', instead: 'leave distinctSettings out' },
  },
  steps: { shown: '`setPointStepC`, `--set-point-step`' },
  reserve: { shown: '`limits.reserve`, `--reserve-power` and the like' },
} as const satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof FEATURES;

/** Names of all features, in the order of the table. */
export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[];

/** Every pair of features that do not go together although some method goes with both. */
export const CLASHES: readonly Clash[] = [
  { of: ['leastPower', 'naive'], is: 'refused', says: 'such plans have no bound' },
  { of: ['money', 'naive'], is: 'refused', says: 'such plans have no bound' },
  { of: ['tolerance', 'naive'], is: 'refused', says: 'such plans have no bound' },
  { of: ['tolerance', 'rewardAlone'], is: 'refused', says: 'it is given up for less power' },
  { of: ['tolerance', 'money'], is: 'refused', says: 'it is given up for less power' },
  { of: ['shared', 'naive'], is: 'refused', says: 'without co-location such plans have no bound' },
  {
    of: ['idleOnStandby', 'ownAir'],
    is: 'refused',
    says: 'the air depends on which nodes are on standby',
    remedy: 'Use a method that puts nodes on standby itself, e.g. config-lp.',
  },
  { of: ['survive', 'robust'], is: 'refused', says: 'every failure has air of its own' },
  { of: ['ownAir', 'uncertain'], is: 'refused', says: 'uncertain rooms keep one air' },
  { of: ['ownAir', 'robust'], is: 'refused', says: 'uncertain rooms keep one air' },
  {
    of: ['alternatives', 'ownAir'],
    is: 'leftOut',
    says: 'The air depends on which nodes are on standby, and alternatives are not looked for there.',
  },
  {
    of: ['failures', 'ownAir'],
    is: 'leftOut',
    says: 'The air depends on which nodes are on standby, so what happens when CRACs fail was not computed.',
  },
  {
    of: ['rooms', 'ownAir'],
    is: 'leftOut',
    says: 'The air depends on which nodes are on standby, and no rooms are drawn about such air: the plan was not tried in drawn rooms.',
  },
  {
    of: ['survive', 'ownAir'],
    is: 'leftOut',
    says: 'The air depends on which nodes are on standby, so what it costs to survive was not computed.',
  },
  { of: ['survive', 'money'], is: 'leftOut', says: 'What it costs to survive was not computed: money was made best.' },
  {
    of: ['money', 'settings'],
    is: 'leftOut',
    says: 'Settings were done without for reward alone: the plan is not that of most money.',
  },
  { of: ['shared', 'settings'], is: 'leftOut', says: 'No nodes share time where different settings are limited.' },
];

/** What happens where two features, or a feature and a method, meet. */
export type Meeting = 'goes' | 'noPlan' | Clash['is'];

/** Returns the methods that go with a feature, the default first. */
export function methodsWith(name: FeatureName): readonly MethodName[] {
  const { methods }: Feature = FEATURES[name];
  return METHOD_NAMES.filter((method) => methods?.includes(method) ?? true);
}

/** Returns true if a method goes with a feature. */
export function goesWith(method: { readonly name: string }, feature: FeatureName): boolean {
  return methodsWith(feature).some((name) => name === method.name);
}

/** Returns what happens to a method's run with a feature. */
export function meetingOfMethod(method: MethodName, feature: FeatureName): Meeting {
  const { unable }: Feature = FEATURES[feature];
  return goesWith({ name: method }, feature) ? 'goes' : unable === undefined ? 'refused' : 'noPlan';
}

/** Returns the clash of two features, in either order; undefined if they go together with the right method. */
export function clashOf(one: FeatureName, other: FeatureName): Clash | undefined {
  return CLASHES.find(({ of }) => one !== other && of.includes(one) && of.includes(other));
}

/**
 * Returns what happens to a run with two features and the first method that goes with both. If no method does, it is
 * refused, or ends without a plan if one of the two is a field of the instance. Null for two values of one option.
 */
export function meetingOf(one: FeatureName, other: FeatureName): Meeting | null {
  const [first, second]: readonly Feature[] = [FEATURES[one], FEATURES[other]];
  if (first!.option !== undefined && first!.option.name === second!.option?.name) return null;
  const clash = clashOf(one, other);
  if (clash !== undefined) return clash.is;
  if (methodsWith(one).some((name) => goesWith({ name }, other))) return 'goes';
  return first!.unable === undefined && second!.unable === undefined ? 'refused' : 'noPlan';
}

/**
 * Returns the sentence that a feature is left out because of another.
 *
 * @throws TypeError if the table does not say so
 */
export function leftOutBeside(one: FeatureName, other: FeatureName): string {
  const clash = clashOf(one, other);
  if (clash?.is !== 'leftOut') throw new TypeError(`${one} is not left out beside ${other}`);
  return clash.says;
}

/**
 * Returns why two features are refused together, and the remedy.
 *
 * @throws TypeError if the table does not say so
 */
export function refusalOf(one: FeatureName, other: FeatureName): { readonly says: string; readonly remedy: string } {
  const clash = clashOf(one, other);
  if (clash?.is !== 'refused') throw new TypeError(`${one} is not refused beside ${other}`);
  return { remedy: 'Leave one of the two out.', ...clash };
}

/**
 * Returns the sentence for a run that ends without a plan because the method does not go with a feature of the
 * instance, with the methods that do.
 */
export function unableText({ name }: { readonly name: string }, feature: FeatureName): string {
  const { unable }: Feature = FEATURES[feature];
  const { lacks, instead } = unable!;
  return `Method ${name} ${lacks}: use ${methodsWith(feature).join(', ')}, or ${instead}.`;
}

/** Returns the declaration of which methods heed an option: a list, or a list for each value that has one. */
export function heeding(option: string): readonly string[] | Readonly<Record<string, readonly string[]>> {
  const own = FEATURE_NAMES.filter((name) => (FEATURES[name] as Feature).option?.name === option);
  const ofValues = own.flatMap((name) => {
    const { option: asked, methods }: Feature = FEATURES[name];
    return asked?.value === undefined || methods === undefined ? [] : [[asked.value, methodsWith(name)] as const];
  });
  return ofValues.length === 0 ? methodsWith(own[0]!) : Object.fromEntries(ofValues);
}

/** Returns the conditions that an option's features put on other options: all of those that are refused beside it. */
export function apartFrom(
  option: string,
): { option: string; given?: false; isNot?: [string]; of?: [string]; because: string }[] {
  return CLASHES.flatMap(({ of: [one, other], is, says }) => {
    const [own, others] = [FEATURES[one] as Feature, FEATURES[other] as Feature].map((feature) => feature.option);
    if (is !== 'refused' || own?.name !== option || others === undefined) return [];
    return [
      {
        option: others.name,
        ...(others.value === undefined ? { given: false as const } : { isNot: [others.value] as [string] }),
        ...(own.value === undefined ? {} : { of: [own.value] as [string] }),
        because: says,
      },
    ];
  });
}
