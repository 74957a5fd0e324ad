import { markup, type Markup, NOTHING } from '../../../../reports/html/markup.js';
import type { IdleRoom } from '../../runs/result.js';

/** Returns the note that a section shows the idle facility because there is no plan; empty if there is one. */
export function idleNote(idle: IdleRoom | undefined): Markup {
  if (idle === undefined) return NOTHING;
  return markup`<p class="callout">There is no plan: this is the facility with every node idle and no core at work, at the best set-points found. Work only adds to it.</p>\n`;
}
