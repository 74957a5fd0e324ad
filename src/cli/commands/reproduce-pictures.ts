import type { Records } from '../../experiments/record.js';
import { figurePicture } from '../../studies/reproduction/claims.js';
import type { FigureName } from '../../studies/reproduction/names.js';
import { orError } from '../study-files.js';

/** The page of a figure as HTML; Figs. 5.4 and 5.5 have one of their own. */
export async function figurePage(figure: FigureName, records: Records): Promise<string | Error> {
  if (figure === 'fig-5.4' || figure === 'fig-5.5') {
    const { templatesFigure } = await import('../../families/templates/figures/figure-data.js');
    const { templatesFigurePage } = await import('../../families/templates/report/html/figure-page.js');
    const { claims } = figurePicture(figure, records);
    return orError(() => templatesFigurePage(templatesFigure(records), claims));
  }
  const { reproductionFigurePage } = await import('../../reports/html/reproduction-page.js');
  return orError(() => reproductionFigurePage(figurePicture(figure, records)));
}
