import { MAX_SHOWN, worstFirst } from '../../../models/facility/limits.js';
import { capitalised, type Figure, inOneLine, toldFigures } from '../figures.js';
import { inUnit, oneLine } from '../format.js';
import { planOrigin, type ToldRun, whyNoPlan } from '../told-run.js';
import { constraintName, otherLimits, violationText } from '../wording.js';
import { type Content, markup, type Markup, NOTHING, quantity, raw } from './markup.js';

/** Maximum number of warnings that a page lists; the embedded record has all. */
const MAX_WARNINGS = 12;

/**
 * Returns the fact (label and text) that names the method that found the plan. The list is empty if the plan is from
 * the method asked for.
 */
export function planOriginFact<Of>({ result, atLeast }: ToldRun<Of>): readonly (readonly [string, Content])[] {
  const origin = planOrigin(result, atLeast);
  if (origin === null) return [];
  return [['Plan from', markup`<span data-field="planFrom" data-value="${result.planFrom ?? ''}">${origin}</span>`]];
}

/** Returns a card of the page: label, value, and a note below the value. */
export function card(label: Content, value: Content, note: Content): Markup {
  const words = markup`${note}`.markup.replace(/^[:;] /, '');
  return markup`<div><span class="label">${label}</span><span class="value">${value}</span><span class="note">${raw(words)}</span></div>\n`;
}

/** Returns the list of facts of a page: the facts given by the caller, then the figures that are shown as facts. */
export function factsOf<Of>(
  figures: readonly Figure<Of>[],
  of: Of,
  currency?: string,
  own: readonly (readonly [label: string, content: Content])[] = [],
): Markup {
  const facts = toldFigures(figures, 'fact', of, currency);
  return factList([...own, ...facts.map((one) => [capitalised(one.label), inOneLine(one)] as const)]);
}

/** Returns an HTML list of facts, each with its label. */
export function factList(facts: readonly (readonly [label: string, content: Content])[]): Markup {
  if (facts.length === 0) return NOTHING;
  return markup`<dl class="facts">\n${facts.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>\n`)}</dl>\n`;
}

/**
 * Returns a highlighted box with a title, the first `most` of `texts`, the number of the remaining ones, and `more`. It
 * is empty without texts and without `more`.
 */
export function callout(
  title: string,
  texts: readonly string[],
  most: number = MAX_WARNINGS,
  more: Content = '',
): Markup {
  if (texts.length === 0 && more === '') return NOTHING;
  const rest = texts.length - most;
  const head = title === '' ? NOTHING : markup`<strong>${title}</strong>`;
  const list = texts.slice(0, most).map((text) => markup`<li>${oneLine(text)}</li>`);
  return markup`<div class="callout">${head}${list.length === 0 ? NOTHING : markup`<ul>${list}</ul>`}${rest > 0 ? markup`<p>… and ${String(rest)} more in the record.</p>` : NOTHING}${more}</div>\n`;
}

/** Returns the checker's verdict on a run's plan, with violated limits or, without a plan, the reason. */
export function verdict<Of>(run: ToldRun<Of>): Markup {
  const { result, hasPlan, noun } = run;
  const field = markup` data-field="feasible" data-value="${String(result.feasible)}"`;
  if (result.feasible) {
    return markup`<p class="verdict ok"${field}>✓ Feasible: the independent checker ${run.passed}</p>\n`;
  }
  if (!hasPlan) {
    return markup`<p class="verdict"${field}>✗ No feasible ${noun}</p>
${callout('', [], 0, markup`<p>Why: ${oneLine(whyNoPlan(result))}</p>${obstacle(run)}`)}`;
  }
  const beware = run.beware === '' ? '' : ` and ${run.beware}`;
  return markup`<p class="verdict"${field}>✗ Not feasible: this ${noun} violates a limit${beware}</p>
${callout('', worstFirst(result.violations).map(violationText), MAX_SHOWN, obstacle(run))}`;
}

/**
 * Returns text on why the instance is infeasible and what would make it feasible; empty if it is not known to be
 * infeasible.
 */
function obstacle<Of>({ hasPlan, result: { infeasibility } }: ToldRun<Of>): Content {
  if (!infeasibility) return '';
  const { constraint, where = '', amount, unit = '', message } = infeasibility;
  // Without a plan it stands above already, as the reason why there is none.
  const why = hasPlan ? markup`<p>Why: ${oneLine(message)}</p>` : NOTHING;
  const place = where === '' ? '' : ` of ${oneLine(where)}`;
  const short =
    constraint === undefined || amount === undefined
      ? NOTHING
      : markup`<p>In the way: ${constraintName(constraint)}${place}, short by ${quantity(inUnit(amount, unit))}.</p>`;
  const list = (title: string, texts: readonly string[]): Markup =>
    texts.length === 0
      ? NOTHING
      : markup`<p>${title}:</p><ul>${texts.map((text) => markup`<li>${oneLine(text)}</li>`)}</ul>`;
  const also = list('Also in the way', otherLimits(infeasibility));
  const fixes = list(
    'What would make it feasible',
    (infeasibility.fixes ?? []).map(({ message }) => message),
  );
  return markup`${why}${short}${also}${fixes}`;
}
