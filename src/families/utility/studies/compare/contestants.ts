import { type LabelFault, readLabel, sameMeaning } from '../../../labels.js';
import { FILTERS, POLICIES } from '../../methods/registry.js';
import { MIN_LENIENCY } from '../../methods/filters/leniency.js';
import type { PolicySetting } from '../setting.js';

/** Choices of a setting that a form makes. */
type Form = Omit<Partial<PolicySetting>, 'label' | 'method'>;

/** Forms that are one word: choices of `solve` other than its defaults. No word is that of a filter. */
const FORMS: Readonly<Record<string, Form>> = {
  greedy: { preemption: 'greedy' },
  difference: { preemption: 'difference' },
  pair: { preemption: 'pair' },
  permanent: { reservations: 'permanent' },
  early: { binding: 'early' },
  committed: { goalCounts: 'committed' },
  group: { easyScope: 'group' },
  arrivals: { goal: 'arrivals' },
  'previous-day': { capacityPrices: 'previous-day' },
};

/** Filters that a form may name. */
const NAMED_FILTERS = FILTERS.map(({ name }) => name).filter((name) => name !== 'none');
/** Words for the forms that a label may have. */
const ALLOWED = `a policy, with forms behind it, each after a ":": ${NAMED_FILTERS.join(', ')} (with "@" and a leniency, or "@online"), ${Object.keys(FORMS).join(', ')}`;
/** Leniency behind an "@" other than "online": a decimal number. */
const NUMBER = /^\d+(\.\d+)?(e-?\d+)?$/;

/**
 * Settings of labels such as "price", "upt:task@1.5", "upr:per-resource@2:permanent" or "upt:greedy": a policy, and behind it choices of `solve` that
 * differ from its defaults, in any order. No label and no setting may stand twice.
 */
export function settingsOfLabels(
  labels: readonly string[],
): { readonly settings: readonly PolicySetting[] } | { readonly fault: LabelFault } {
  const settings: PolicySetting[] = [];
  for (const label of labels) {
    const read = settingOfLabel(label);
    if ('remedy' in read) return { fault: read };
    const same = settings.find((other) => meaning(other) === meaning(read));
    if (same !== undefined) return { fault: sameMeaning(label, same.label) };
    settings.push(read);
  }
  return { settings };
}

function settingOfLabel(label: string): PolicySetting | LabelFault {
  const read = readLabel(label, { names: POLICIES.map(({ name }) => name), formOf, allowed: ALLOWED });
  return 'remedy' in read ? read : { label, method: read.method, ...read.form };
}

/** Choices that a form stands for; null for none. */
function formOf(form: string): Form | null {
  if (Object.hasOwn(FORMS, form)) return FORMS[form]!;
  const [filter, leniency, ...more] = form.split('@');
  if (!NAMED_FILTERS.includes(filter!) || more.length > 0) return null;
  if (leniency === undefined) return { filter: filter! };
  if (leniency === 'online') return { filter: filter!, leniency };
  return NUMBER.test(leniency) && Number(leniency) >= MIN_LENIENCY && Number.isFinite(Number(leniency))
    ? { filter: filter!, leniency: Number(leniency) }
    : null;
}

/** Text that is the same for settings that run alike. */
function meaning(setting: PolicySetting): string {
  const { filter = 'none', leniency = 1, ...rest } = setting;
  const whole = { ...rest, label: '', filter, ...(filter === 'none' ? {} : { leniency }) };
  return JSON.stringify(Object.entries(whole).sort(([one], [other]) => (one < other ? -1 : 1)));
}
