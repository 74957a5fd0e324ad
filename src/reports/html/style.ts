import { darkChartRules } from './palette.js';

/**
 * Returns the page's only style sheet, without fonts or images to load. Dark colours are for screens only, so that
 * printed pages stay white.
 */
export function styleSheet(): string {
  return `
:root{color-scheme:light dark;--ground:#f5f7f9;--surface:#fff;--ink:#1f2933;--muted:#52606d;--line:#d9dfe5;--accent:#005a8d;--good:#00694d;--bad:#a63c00;--soft:#eef2f5;--spare:#e4e7eb;--aisle:#dcecf8;--tile:#9fb3c4;--least-width:620px}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:1080px;margin:0 auto;padding:0 20px}
header{padding-top:28px}
h1{font-size:1.65rem;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:0 0 10px}
h2 .n{color:var(--muted);font-weight:400;margin-right:.45em}
h3{font-size:1rem;margin:18px 0 6px;overflow-wrap:anywhere}
h4{font-size:.9rem;margin:14px 0 4px;overflow-wrap:anywhere}
p{margin:6px 0 10px;max-width:78ch;overflow-wrap:anywhere}
.lead{color:var(--muted);margin:0 0 14px}
nav{margin:14px 0 4px;font-size:.9rem;color:var(--muted)}
nav a{display:inline-block;margin-right:14px}
a{color:var(--accent)}
section{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:20px 22px;margin:16px 0}
.verdict{display:inline-block;padding:2px 12px;border-radius:999px;font-weight:600;border:1.5px solid currentColor;color:var(--bad);margin:0 0 14px}
.verdict.ok{color:var(--good)}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:12px;margin:0 0 14px}
.figures>div{border-left:4px solid var(--accent);background:var(--soft);padding:10px 14px;border-radius:0 8px 8px 0;min-width:0}
.figures .label{display:block;color:var(--muted);font-size:.85rem}
.figures .value{display:block;font-size:1.45rem;font-weight:650;font-variant-numeric:tabular-nums;line-height:1.3;overflow-wrap:anywhere}
.figures .note{display:block;color:var(--muted);font-size:.85rem}
dl.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:8px 24px;margin:8px 0}
dl.facts dt{color:var(--muted);font-size:.85rem}
dl.facts dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.q{white-space:nowrap;font-variant-numeric:tabular-nums}
.none{color:var(--muted);font-style:italic}
.callout{border-left:4px solid var(--bad);padding:6px 14px;margin:10px 0;background:var(--soft);border-radius:0 8px 8px 0}
.callout ul{margin:4px 0;padding-left:20px;overflow-wrap:anywhere}
figure{margin:6px 0 12px}
svg.chart{display:block;width:100%;height:auto}
svg.narrow{display:none}
.pair{display:grid;grid-template-columns:3fr 2fr;gap:8px 24px;align-items:start}
.trio{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,300px),1fr));gap:8px 24px}
.pair>*,.trio>*{min-width:0}
.caption{font-size:.9rem;color:var(--muted);margin:10px 0 0}
.scroll{overflow-x:auto;margin:8px 0 4px}
.scroll:focus-visible{outline:2px solid var(--accent)}
table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;color:var(--muted);font-size:.85rem;padding:2px 0 4px;max-width:calc(100vw - 64px)}
th,td{text-align:left;padding:5px 10px;border-bottom:1px solid var(--line);vertical-align:top;font-weight:400}
thead th{font-weight:600;border-bottom:2px solid var(--line);vertical-align:bottom}
tfoot th,tfoot td{font-weight:600;border-top:2px solid var(--line)}
th:first-child,td:first-child{padding-left:0}
th[scope=row]{max-width:26em;overflow-wrap:anywhere;min-width:10em}
th[scope=row].num{min-width:5.5em}
td{overflow-wrap:anywhere}
td.wide{min-width:16em}
.words{overflow-wrap:normal}
.dense table{font-size:.82rem}
.dense th,.dense td{padding-left:5px;padding-right:5px}
.dense th[scope=row]{min-width:7em}
.nb{white-space:nowrap}.nb bdi:not(.nb){white-space:normal}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
thead .num{white-space:normal}
.key{display:inline-block;min-width:1.7em;padding:0 .35em;margin-right:.5em;border-radius:4px;text-align:center;font-size:.85em;font-variant-numeric:tabular-nums}
details{margin:10px 0 0}
summary{cursor:pointer;color:var(--accent);padding:4px 0}
summary h2{display:inline;color:var(--ink)}
.footnote{font-size:.85rem;color:var(--muted);max-width:none}
code{font:0.86em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.plan text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:var(--ink)}
.plan .room{fill:var(--surface);stroke:var(--muted);stroke-width:2}
.plan .aisle{fill:var(--aisle);stroke:none}
.plan .aisle.isolated{stroke:#0072b2;stroke-width:2;stroke-dasharray:7 4}
.plan .tile{fill:none;stroke:var(--tile);stroke-width:1}
.plan .crac{fill:var(--soft);stroke:var(--ink);stroke-width:1.5}
.plan .rack{fill:none;stroke:var(--muted);stroke-width:.75}
.plan .level{stroke:var(--surface);stroke-width:.6}
.plan .near{stroke:var(--ink);stroke-width:3}
.plan .over{stroke:#d55e00;stroke-width:3.5;stroke-dasharray:5 2.5}
.plan .front{stroke:var(--ink);stroke-width:2.5}
.plan .quiet{fill:var(--muted)}
.plan .unknown,.plan .level.unknown{fill:var(--spare)}
.plan .limit{stroke:var(--ink);stroke-width:2.5}
footer{color:var(--muted);font-size:.85rem;padding-bottom:36px}
@media (max-width:720px){
 main,header,footer{padding-left:12px;padding-right:12px}
 section{padding:14px 12px}
 svg.wide{display:none}svg.narrow{display:block}
 .pair{grid-template-columns:minmax(0,1fr)}
 .figures{grid-template-columns:minmax(0,1fr)}
}
@media screen and (prefers-color-scheme:dark){
:root{--ground:#12171c;--surface:#1b2229;--ink:#e6eaee;--muted:#a9b4c0;--line:#333e49;--accent:#6db9ee;--good:#4ed0a5;--bad:#ff9a5c;--soft:#232c35;--spare:#333e49;--aisle:#1f3446;--tile:#5d7386}
${darkChartRules()}
}
@media print{
:root{color-scheme:light;--least-width:0px}
@page{margin:14mm}
body{background:#fff;font-size:10pt}
main,header,footer{max-width:none;padding:0}
section{border:0;border-top:1px solid #999;border-radius:0;padding:10pt 0 0;margin:12pt 0}
nav{display:none}
.figures>div,.callout{background:none;border:1px solid #999;border-left:4px solid #333}
.figures{grid-template-columns:repeat(3,1fr)}
.figures .value{font-size:1.15rem}
.scroll{overflow:visible}
.plan{max-height:215mm}
svg.wide{display:block}svg.narrow{display:none}
.pair{grid-template-columns:3fr 2fr}
h2,h3,h4,caption{break-after:avoid}
figure,tr,.callout,.figures,.short,.trio>*{break-inside:avoid}
table{font-size:8.5pt}th,td{padding:3pt 7pt}
.trio{grid-template-columns:repeat(3,minmax(0,1fr))}
.newpage{break-before:page}
thead{display:table-header-group}
.key,.plan,svg.chart{print-color-adjust:exact;-webkit-print-color-adjust:exact}
a{color:inherit;text-decoration:none}
summary{list-style:none;color:inherit;font-weight:600}
summary::-webkit-details-marker{display:none}
details:not(.folded)::details-content{content-visibility:visible;display:block;block-size:auto}
details.folded:not([open])::after{content:"In the page on a screen.";color:var(--muted);font-size:8.5pt}
}
`;
}
